package importer_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/importer"
)

func TestStoppingSaysThatTheJobGoesOn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		temporary bool
		want      string
	}{
		"running instance":   {false, "The job goes on without this command. Watch it here:\n  http://instance/jobs/1\n"},
		"temporary instance": {true, "Stopped. The analysis continues when Mentionary is started again with: mentionary run\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstance(t)
			i.job = func(_, _, files int) map[string]any { return allDone(0, 1, files) }
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var out bytes.Buffer
			o := i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")}))
			o.Temporary = c.temporary
			o.Wait = func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() }
			s, err := importer.Run(ctx, o)
			require.ErrorIs(t, err, context.Canceled)
			require.Equal(t, []string{i.URL + "/jobs/1"}, s.Jobs)
			require.True(t, strings.HasSuffix(i.printed(&out), c.want), out.String())
		})
	}
}

func TestStoppingWhileSendingSaysThatNothingGoesOn(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	i.first = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if isUpload(r) {
			cancel()
			hangUp(w)
			return true
		}
		return false
	}
	var out bytes.Buffer
	_, err := importer.Run(ctx, i.options(&out, folder(t, map[string]string{"a.vtt": "WEBVTT\n\n00:00.000 --> 00:02.000\nWords\n"})))
	require.ErrorIs(t, err, context.Canceled)
	require.Contains(t, out.String(), "Stopped: 0 files were sent, nothing is being analyzed.")
	require.Empty(t, i.process)
}

func TestNoSuchInstance(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	base := "http://" + l.Addr().String()
	require.NoError(t, l.Close())
	i := newInstance(t)
	var out bytes.Buffer
	o := i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")}))
	o.Place.Base = base
	began := i.clock.Now()
	_, err = importer.Run(t.Context(), o)
	require.Equal(t, fault.Unavailable, fault.KindOf(err))
	require.Equal(t, "No Mentionary answers at "+base+". Start one with `mentionary run`, or check the address.", fault.Of(err).Sentence)
	require.Less(t, i.clock.Now().Sub(began), 3*time.Second, "nobody waits long for an instance that is not there")
}

func TestAnInstanceLostForGoodEndsTheImport(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.first = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.Path == showJob {
			hangUp(w)
			return true
		}
		return false
	}
	var out bytes.Buffer
	began := i.clock.Now()
	s, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
	require.Contains(t, fault.Of(err).Sentence, "no longer answers")
	require.Equal(t, 1, s.Sent)
	require.Contains(t, i.printed(&out), "See               http://instance/jobs/1\n")
	require.InDelta(t, 24, i.clock.Now().Sub(began).Seconds(), 5, "a restart is waited for, but not longer")
}

func TestALongRetryAfterIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	var calls atomic.Int32
	i.first = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if isUpload(r) {
			calls.Add(1)
			w.Header().Set("Retry-After", "3600")
			refuse(w, 429, "The budget of today is used up.")
			return true
		}
		return false
	}
	var out bytes.Buffer
	_, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
	require.Equal(t, "The budget of today is used up.", fault.Of(err).Sentence)
	require.EqualValues(t, 1, calls.Load())
}

func TestTheTokenIsRefused(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]struct {
		kind     fault.Kind
		sentence string
	}{
		401: {fault.Unauthenticated, "The token was refused by"},
		403: {fault.Denied, "You may not do this."},
	} {
		i := newInstance(t)
		i.first = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
			refuse(w, status, "You may not do this.")
			return true
		}
		var out bytes.Buffer
		_, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
		require.Equal(t, want.kind, fault.KindOf(err))
		require.Contains(t, fault.Of(err).Sentence, want.sentence)
		require.Equal(t, 1, i.requests, "no file is sent with a refused token")
	}
}

func TestTheTokenGoesToNoOtherHost(t *testing.T) {
	t.Parallel()
	var strangers atomic.Int32
	stranger := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { strangers.Add(1) }))
	t.Cleanup(stranger.Close)
	for _, path := range []string{listJobs, "/api/uploads", startJob, showJob} {
		i := newInstance(t)
		i.first = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			if r.URL.Path == path {
				http.Redirect(w, r, stranger.URL+path, http.StatusTemporaryRedirect)
				return true
			}
			return false
		}
		var out bytes.Buffer
		_, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
		require.Equal(t, fault.Denied, fault.KindOf(err), path)
	}
	require.Zero(t, strangers.Load())
}

func TestSomethingElseAnswers(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	for name, answer := range map[string]http.HandlerFunc{
		"not found": http.NotFound,
		"a page":    func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"nothing":   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{}")) },
	} {
		i.first = func(w http.ResponseWriter, r *http.Request, _ int) bool { answer(w, r); return true }
		var out bytes.Buffer
		_, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
		require.Contains(t, fault.Of(err).Sentence, "is not Mentionary", name)
	}
}

func TestAddressesOfInstances(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "127.0.0.1:8080", "ftp://h", "http://u:p@h", "http://h/path", "http://", "http://h?x=1"} {
		_, err := importer.Run(t.Context(), importer.Options{Place: importer.Place{Client: http.DefaultClient, Base: base}})
		require.Equal(t, fault.BadInput, fault.KindOf(err), base)
	}
}
