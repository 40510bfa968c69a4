//go:build e2e

package e2e_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
)

// TestProcessesComeUpInAnyOrder starts everything before what it needs. It serves what it can and says what is missing.
func TestProcessesComeUpInAnyOrder(t *testing.T) {
	t.Parallel()
	pg := newOwnPostgres(t)
	show := newPodcast(t, "Patience", 2, nil)
	c := prepareCluster(t, pg.url(), 1, show.origin)
	c.onServer = true
	web := c.launchServe(0)
	worker := c.worker()
	web.ready(c.webs[0] + "/healthz")
	visitor := &api{t: t, base: c.webs[0]}
	says := func(path string, status int, text string) {
		t.Helper()
		eventually(t, startTime, func() string {
			if got := visitor.call(http.MethodGet, path, nil); got.status != status || !strings.Contains(string(got.body), text) {
				return path + " answers " + http.StatusText(got.status) + " " + string(got.body)
			}
			return ""
		})
	}
	says("/", http.StatusOK, "<!doctype html>")
	says("/readyz", http.StatusServiceUnavailable, "The database does not answer")
	says("/api/stats", http.StatusServiceUnavailable, `"code":"unavailable"`)

	pg.start()
	says("/readyz", http.StatusServiceUnavailable, "mentionary migrate")
	launch(t, slimProgram, c.env, "migrate", "--database-only").ends(startTime)
	says("/readyz", http.StatusOK, "ready")
	says("/api/stats", http.StatusOK, `"totalEpisodes":0`)
	says("/api/health", http.StatusOK, `"workflows":"unavailable"`)

	// What people do while the workflow engine is missing is kept.
	noor := signIn(t, c.webs[0], "preset-noor")
	id := noor.submit(show.feed(), 2)
	require.Equal(t, "pending", noor.job(id).Status)
	worker.says("waiting for Temporal")
	c.startEngine()
	launch(t, slimProgram, c.env, "migrate").ends(startTime)
	worker.says("at work")
	require.Equal(t, 2, noor.awaitClosed(id, "completed", time.Minute).ItemsDone)
	openDatabase(t, "pgx", c.database).finished(2)
}

// TestTheLayoutSurvivesRestarts runs two web servers and two workers beside Temporal on PostgreSQL, and restarts, one after
// the other, every process while people use it.
func TestTheLayoutSurvivesRestarts(t *testing.T) {
	t.Parallel()
	const episodes = 16
	pg := newOwnPostgres(t)
	pg.start()
	// outlasts the restarts
	show := newPodcast(t, "Rolling", episodes, func(int) (time.Duration, int) { return 2 * time.Second, http.StatusOK })
	later := newPodcast(t, "After The Storm", 3, slowly)
	c := prepareCluster(t, pg.url(), 2, show.origin, later.origin)
	c.onServer = true
	c.startEngine()
	launch(t, slimProgram, c.env, "migrate").ends(startTime)
	webs := []*program{c.launchServe(0, "MENTIONARY_DRAIN=1s"), c.launchServe(1, "MENTIONARY_DRAIN=1s")}
	workers := []*program{c.worker(), c.worker()}
	for n, w := range webs {
		w.ready(c.webs[n] + "/readyz")
		workers[n].says("at work")
	}
	noor := signIn(t, c.webs[0], "preset-noor") // cookies are the host's: both servers know the session

	people := startTraffic(t, c.webs)
	id := noor.submit(show.feed(), episodes)
	noor.awaitDone(id, 2, time.Minute)
	resumed := resume(noor, c.webs, id)
	for n := range webs {
		workers[n].stop()
		workers[n] = c.worker()
		workers[n].says("at work")
		webs[n].stop()
		webs[n] = c.launchServe(n, "MENTIONARY_DRAIN=1s")
		webs[n].ready(c.webs[n] + "/readyz")
	}
	c.engine.stop()
	c.startEngine()
	show.answer(slowly)
	workers[0].kill() // a job moves on without its worker
	require.Equal(t, episodes, noor.awaitClosed(id, "completed", 2*time.Minute).ItemsDone)
	last, streams := resumed()
	require.Equal(t, "completed", last.GetState())
	require.Equal(t, int32(episodes), last.GetItemsDone())
	require.GreaterOrEqual(t, streams, 3, "each server that left let the stream go, and the other took it up")
	asked, lost := people.end()
	require.Empty(t, lost, "no request that was in flight is lost")
	require.Greater(t, asked, 50)

	agree(t, c.webs, "the episode of the one is there on the other within a second")

	// The database goes away in the middle and comes back.
	id = noor.submit(later.feed(), 3)
	pg.stop()
	require.Equal(t, http.StatusServiceUnavailable, noor.call(http.MethodGet, "/api/jobs", nil).status)
	pg.start()
	eventually(t, time.Minute, func() string {
		if got := noor.call(http.MethodGet, "/api/jobs", nil); got.status != http.StatusOK {
			return string(got.body)
		}
		return ""
	})
	require.Equal(t, 3, noor.awaitClosed(id, "completed", 2*time.Minute).ItemsDone)
	agree(t, c.webs, "and after the database came back")
	openDatabase(t, "pgx", c.database).finished(episodes + 3)
}

// resume follows a job over streams, as a page does: where one ends, it takes the next server. It returns the job at its
// end, and how many streams there were.
func resume(a *api, webs []string, id int) func() (last *v1.Job, streams int) {
	type result struct {
		job     *v1.Job
		streams int
	}
	done := make(chan result, 1)
	ctx := a.t.Context()
	go func() {
		var r result
		for at := 0; r.job.GetFinishedAt() == nil && ctx.Err() == nil; at++ {
			client := mentionaryv1connect.NewWatchServiceClient(&http.Client{Jar: a.browser.Jar}, webs[at%len(webs)])
			in, err := client.Watch(ctx, &v1.WatchRequest{JobId: int32(id)})
			if err != nil || !in.Receive() {
				time.Sleep(pollEvery) // this server is away: the next one
				continue
			}
			r.streams++
			for more := true; more && r.job.GetFinishedAt() == nil; more = in.Receive() {
				for _, j := range in.Msg().GetJobs() {
					r.job = j
				}
			}
			_ = in.Close()
		}
		done <- r
	}()
	return func() (*v1.Job, int) {
		a.t.Helper()
		select {
		case r := <-done:
			return r.job, r.streams
		case <-time.After(20 * time.Second):
			require.FailNow(a.t, "no stream shows the end of the job")
			return nil, 0
		}
	}
}

// agree holds the web servers to the same public numbers within a second.
func agree(t *testing.T, webs []string, what string) {
	t.Helper()
	var seen []catalogue
	for deadline := time.Now().Add(time.Second); ; time.Sleep(pollEvery) {
		seen = seen[:0]
		for _, base := range webs {
			seen = append(seen, ask[catalogue](&api{t: t, base: base}, http.MethodGet, "/api/stats", nil))
		}
		if seen[0] == seen[1] {
			return
		}
		if time.Now().After(deadline) {
			require.Equal(t, seen[0], seen[1], what)
		}
	}
}

// traffic is visitors that a proxy spreads over the web servers that say they are ready.
type traffic struct {
	asked atomic.Int64
	mu    sync.Mutex
	lost  []string
	stop  context.CancelFunc
	done  sync.WaitGroup
}

func startTraffic(t *testing.T, webs []string) *traffic {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	p := &traffic{stop: stop}
	ready := make([]atomic.Bool, len(webs))
	client := &http.Client{Timeout: callTime, Transport: &http.Transport{DisableKeepAlives: true}}
	status := func(address string) (int, error) {
		req, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, address, nil)
		if err != nil {
			return 0, err
		}
		res, err := client.Do(req)
		if err != nil {
			return 0, err
		}
		return res.StatusCode, res.Body.Close()
	}
	for n, base := range webs {
		p.done.Go(func() { // the proxy's own question
			for ; ctx.Err() == nil; time.Sleep(pollEvery) { // as often as a proxy asks
				code, err := status(base + "/readyz")
				ready[n].Store(err == nil && code == http.StatusOK)
			}
		})
	}
	for n := range 4 {
		p.done.Go(func() {
			for i := n; ctx.Err() == nil; i++ {
				time.Sleep(5 * time.Millisecond) // people, not a flood: the machine is shared with the servers
				at := i % len(webs)
				if !ready[at].Load() {
					continue
				}
				code, err := status(webs[at] + "/api/episodes?limit=12")
				p.asked.Add(1)
				if err != nil || code != http.StatusOK {
					p.mu.Lock()
					p.lost = append(p.lost, http.StatusText(code)+" "+webs[at]+": "+errorText(err))
					p.mu.Unlock()
				}
			}
		})
	}
	t.Cleanup(func() { stop(); p.done.Wait() })
	return p
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// end stops the visitors and returns how often they asked and what they did not get.
func (p *traffic) end() (asked int, lost []string) {
	p.stop()
	p.done.Wait()
	return int(p.asked.Load()), p.lost
}
