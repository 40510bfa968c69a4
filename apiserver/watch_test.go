package apiserver_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// brisk is a rhythm for tests; what a test waits for comes long before its deadline.
var brisk = apiserver.WatchTiming{Poll: 5 * time.Millisecond, Recheck: 5 * time.Millisecond, Heartbeat: time.Hour, Lifetime: time.Hour}

// cookied sends a person's cookie with everything.
type cookied struct {
	person *person
	base   http.RoundTripper
}

func (c cookied) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.AddCookie(&http.Cookie{Name: "mentionary_session", Value: c.person.token})
	return c.base.RoundTrip(r)
}

// stream is a live stream that a test reads.
type stream struct {
	*testing.T
	in *connect.ServerStreamForClient[v1.WatchResponse]
}

func (w *world) watch(p *person, ask *v1.WatchRequest) *stream {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.Context(), 10*time.Second)
	client := mentionaryv1connect.NewWatchServiceClient(&http.Client{Transport: cookied{p, w.http.Client().Transport}}, w.http.URL)
	in, err := client.Watch(ctx, ask)
	require.NoError(w, err)
	w.Cleanup(func() { cancel(); _ = in.Close() })
	return &stream{w.T, in}
}

// next returns the next message.
func (s *stream) next() *v1.WatchResponse {
	s.Helper()
	require.True(s, s.in.Receive(), "the stream ended: %v", s.in.Err())
	return s.in.Msg()
}

// until reads messages until one has what is looked for.
func (s *stream) until(want func(*v1.WatchResponse) bool) *v1.WatchResponse {
	s.Helper()
	for {
		if m := s.next(); want(m) {
			return m
		}
	}
}

// end reads to the end and returns why it came.
func (s *stream) end() error {
	for s.in.Receive() {
	}
	return s.in.Err()
}

func TestWatchTellsTheStateThenEachChange(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	mine := w.process(una, "https://youtu.be/abcdefghijk")
	foreign := w.process(otto, "https://youtu.be/bbbbbbbbbbb")
	list := w.watch(una, &v1.WatchRequest{Jobs: true, Catalogue: true})
	first := list.next()
	require.Len(t, first.GetJobs(), 1)
	require.Equal(t, int32(mine), first.GetJobs()[0].GetId())
	require.Empty(t, first.GetJobs()[0].GetItems(), "the list has no items")
	require.NotNil(t, first.CatalogueVersion)

	one := w.watch(una, &v1.WatchRequest{JobId: int32(mine)})
	require.Len(t, one.next().GetJobs(), 1)
	w.items(foreign, video("bbbbbbbbbbb")) // somebody else's job changes first
	item := w.items(mine, video("abcdefghijk"))[0]
	run := w.want(mine, item.ID)
	require.NoError(t, w.store.Jobs.SetStep(t.Context(), run, work.StageEpisode, jobs.StepProgress{State: work.StepRunning, Text: "Reading"}))
	got := one.until(func(m *v1.WatchResponse) bool {
		return len(m.GetJobs()) == 1 && len(m.GetJobs()[0].GetItems()) == 1 && len(m.GetJobs()[0].GetItems()[0].GetSteps()) > 0 &&
			m.GetJobs()[0].GetItems()[0].GetSteps()[0].GetText() == "Reading"
	})
	require.Equal(t, "running", got.GetJobs()[0].GetStatus())
	version := got.GetJobs()[0].GetVersion()
	list.until(func(m *v1.WatchResponse) bool {
		for _, j := range m.GetJobs() {
			require.Equal(t, int32(mine), j.GetId(), "nobody sees the jobs of others")
		}
		return len(m.GetJobs()) > 0 && m.GetJobs()[0].GetVersion() >= version
	})
	second := w.process(una, "https://youtu.be/ccccccccccc")
	list.until(func(m *v1.WatchResponse) bool {
		return len(m.GetJobs()) == 1 && m.GetJobs()[0].GetId() == int32(second)
	})
}

func TestWatchTellsWhenTheCatalogueChanges(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	s := w.watch(w.signIn("una", ""), &v1.WatchRequest{Catalogue: true})
	before := s.next().GetCatalogueVersion()
	w.publish()
	after := s.until(func(m *v1.WatchResponse) bool { return m.CatalogueVersion != nil })
	require.Greater(t, after.GetCatalogueVersion(), before)
	require.Empty(t, after.GetJobs())
}

func TestForeignJobsCannotBeWatched(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una, otto, mo := w.signIn("una", ""), w.signIn("otto", ""), w.signIn("mo", "moderator")
	id := int32(w.process(una, "https://youtu.be/abcdefghijk"))
	require.Equal(t, connect.CodeNotFound, connect.CodeOf(w.watch(otto, &v1.WatchRequest{JobId: id}).end()))
	require.Equal(t, "UNA", w.watch(mo, &v1.WatchRequest{JobId: id}).next().GetJobs()[0].GetSubmitter())
	require.Equal(t, connect.CodeUnauthenticated, connect.CodeOf(w.watch(&person{token: "none"}, &v1.WatchRequest{Jobs: true}).end()))
}

func TestStreamsEndWithTheSession(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	out := w.watch(una, &v1.WatchRequest{Jobs: true})
	out.next()
	require.NoError(t, w.store.People.EndSessions(t.Context(), una.ID))
	require.Equal(t, connect.CodeUnauthenticated, connect.CodeOf(out.end()), "signed out")

	demoted := w.watch(mo, &v1.WatchRequest{Jobs: true})
	demoted.next()
	require.NoError(t, w.store.People.EnsureRole(t.Context(), issuer, "mo", "user"))
	require.NoError(t, demoted.end(), "another role: the client comes back with its new rights")
}

func TestADeactivatedPersonIsOutAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	require.NoError(t, s.Migrate(t.Context()))
	w := newWorldOn(t, s, brisk)
	una := w.signIn("una", "")
	live := w.watch(una, &v1.WatchRequest{Jobs: true})
	live.next()
	// Another process does it: nothing in this one is woken.
	other, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	require.NoError(t, err)
	_, err = other.ExecContext(t.Context(), "UPDATE users SET is_active = 0 WHERE id = ?", una.ID)
	require.NoError(t, err)
	require.NoError(t, other.Close())
	require.Equal(t, connect.CodeUnauthenticated, connect.CodeOf(live.end()))
	w.refused(w.call(una, "GET", "/api/jobs", nil), http.StatusUnauthorized, "unauthenticated")
}

func TestStreamsBeatAndEnd(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, apiserver.WatchTiming{Poll: time.Hour, Recheck: time.Hour, Heartbeat: 5 * time.Millisecond, Lifetime: time.Hour})
	una := w.signIn("una", "")
	s := w.watch(una, &v1.WatchRequest{Jobs: true})
	require.False(t, s.next().GetHeartbeat(), "first the state")
	require.True(t, s.next().GetHeartbeat())
	w.server.Close()
	require.NoError(t, s.end(), "the server shuts down")

	short := newWorldWith(t, apiserver.WatchTiming{Poll: time.Hour, Recheck: time.Hour, Heartbeat: time.Hour, Lifetime: 20 * time.Millisecond})
	require.NoError(t, short.watch(short.signIn("una", ""), &v1.WatchRequest{Jobs: true}).end(), "to be taken up again by the client")
}

func TestOnePersonHasABoundedNumberOfStreams(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, apiserver.WatchTiming{Poll: time.Hour, Recheck: time.Hour, Heartbeat: time.Hour, Lifetime: time.Hour})
	una := w.signIn("una", "")
	for range 30 {
		w.watch(una, &v1.WatchRequest{Jobs: true}).next()
	}
	require.Equal(t, connect.CodeResourceExhausted, connect.CodeOf(w.watch(una, &v1.WatchRequest{Jobs: true}).end()))
	w.watch(w.signIn("otto", ""), &v1.WatchRequest{Jobs: true}).next()
}

// raw opens a stream over a socket of its own, as a client does that keeps its connections.
func (w *world) raw(p *person) net.Conn {
	w.Helper()
	conn, err := new(net.Dialer).DialContext(w.Context(), "tcp", w.http.Listener.Addr().String())
	require.NoError(w, err)
	w.Cleanup(func() { _ = conn.Close() })
	require.NoError(w, conn.SetDeadline(time.Now().Add(10*time.Second))) // what a test waits for comes long before it
	const ask = `{"jobs":true}`
	_, err = fmt.Fprintf(conn, "POST /mentionary.v1.WatchService/Watch HTTP/1.1\r\nHost: %s\r\nCookie: mentionary_session=%s\r\n"+
		"Content-Type: application/connect+json\r\nConnect-Protocol-Version: 1\r\nContent-Length: %d\r\n\r\n\x00\x00\x00\x00%c%s",
		w.http.Listener.Addr(), p.token, 5+len(ask), len(ask), ask)
	require.NoError(w, err)
	return conn
}

func TestRefusedStreamsLeaveNoSockets(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, apiserver.WatchTiming{Poll: time.Hour, Recheck: time.Hour, Heartbeat: time.Hour, Lifetime: time.Hour})
	una := w.signIn("una", "")
	for range 30 {
		first := make([]byte, 12)
		_, err := io.ReadFull(w.raw(una), first)
		require.NoError(t, err)
		require.Equal(t, "HTTP/1.1 200", string(first))
	}
	ended := 0
	for range 20 {
		answer, err := io.ReadAll(w.raw(una))
		require.Contains(t, string(answer), "resource_exhausted")
		if err == nil {
			ended++
		}
	}
	require.Equal(t, 20, ended, "sockets that the server closed behind its answer")
}
