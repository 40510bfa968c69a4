package apiserver_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/internal/media"
)

func TestSubmissionsAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	limits := func(p *person) map[string]any {
		return w.object(w.call(p, "GET", "/api/user/limits", nil), http.StatusOK)
	}
	require.Equal(t, map[string]any{
		"submissionsPerHour": 60.0, "submissionsLeft": 60.0, "tokensPerDay": 0.0, "tokensUsed": 0.0, "followsMax": 20.0, "follows": 0.0,
		"audioMaxMib": 0.0, "minutesPerDay": 0.0, "minutesUsed": 0.0,
	}, limits(una))
	first := w.object(w.call(una, "POST", "/api/process", map[string]any{"input": aChannel, "idempotencyKey": "k"}), http.StatusOK)
	for range apiserver.DefaultSubmissionsPerHour - 1 {
		w.process(una, aChannel)
	}
	require.Equal(t, 0.0, limits(una)["submissionsLeft"])
	w.engine.taken()
	for face, got := range w.both(una, "JobService/Process", map[string]any{"input": aChannel}) {
		require.Equal(t, http.StatusTooManyRequests, got.status, face)
		require.Equal(t, "resource_exhausted", w.object(got, http.StatusTooManyRequests)["code"], face)
		require.Contains(t, got.body, "You have submitted 60 jobs within an hour, which is the limit. Come back in ", face)
		seconds, err := strconv.Atoi(got.header.Get("Retry-After"))
		require.NoError(t, err, face)
		require.Greater(t, seconds, 3500, face)
		require.LessOrEqual(t, seconds, 3600, face)
	}
	require.Empty(t, w.engine.taken())
	again := w.object(w.call(una, "POST", "/api/process", map[string]any{"input": aChannel, "idempotencyKey": "k"}), http.StatusOK)
	require.Equal(t, first["jobId"], again["jobId"], "a repeated call is no submission")
	w.process(otto, aChannel)
	require.Equal(t, 59.0, limits(otto)["submissionsLeft"])
	require.Equal(t, 600.0, limits(w.signIn("mo", "moderator"))["submissionsPerHour"])
	require.Equal(t, 6000.0, limits(w.signIn("ada", "admin"))["submissionsPerHour"])
}

func TestOpenJobsAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	id := w.process(una, "PL0123456789abcdefgh")
	refs := make([]media.Ref, 0, 2000)
	for i := range cap(refs) {
		refs = append(refs, video(fmt.Sprintf("%011d", i)))
	}
	w.items(id, refs...)
	got := w.call(una, "POST", "/api/process", map[string]any{"input": aChannel})
	require.Contains(t, w.refused(got, http.StatusTooManyRequests, "resource_exhausted"), "Your jobs still have 2000 episodes to work on")
	require.Equal(t, "60", got.header.Get("Retry-After"))
	w.object(w.call(una, "POST", fmt.Sprintf("/api/jobs/%d/cancel", id), map[string]any{}), http.StatusOK)
	w.process(una, aChannel)
	for range 100 {
		w.process(mo, aChannel) // a moderator may have more
	}
	require.NoError(t, w.store.People.EnsureRole(t.Context(), issuer, "mo", "user"))
	require.Equal(t, http.StatusTooManyRequests, w.call(mo, "POST", "/api/process", map[string]any{"input": aChannel}).status)
}
