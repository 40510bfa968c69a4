//go:build e2e

package e2e_test

import (
	"crypto/rand"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/auth"
	"mentionary/internal/devstack/idp"
)

// cluster is the layout of several machines: PostgreSQL, Temporal, an identity provider, and slim programs beside them.
type cluster struct {
	t        *testing.T
	env      []string
	database string
	engine   *program
	dir      string   // of the workflow engine
	webs     []string // addresses of web servers to come, as people type them
	onServer bool     // the workflow engine keeps its data on PostgreSQL, not in a file
}

// newCluster makes a database and an identity provider and starts the workflow engine. webs is how many web servers
// there can be.
func newCluster(t *testing.T, webs int, feeds ...string) *cluster {
	t.Helper()
	c := prepareCluster(t, newPostgres(t), webs, feeds...)
	c.startEngine()
	return c
}

// prepareCluster starts the identity provider and writes down how processes find each other; none runs yet.
func prepareCluster(t *testing.T, database string, webs int, feeds ...string) *cluster {
	t.Helper()
	c := &cluster{t: t, database: database, dir: t.TempDir()}
	provider := httptest.NewUnstartedServer(nil)
	issuer := "http://" + provider.Listener.Addr().String() + "/dev/idp"
	var callbacks []string
	for range webs {
		c.webs = append(c.webs, asPeople("http://"+freeAddress(t)))
		callbacks = append(callbacks, c.webs[len(c.webs)-1]+auth.CallbackPath)
	}
	var err error
	provider.Config.Handler, err = idp.New(idp.Options{Issuer: issuer, RedirectURLs: callbacks})
	require.NoError(t, err)
	provider.Start()
	t.Cleanup(provider.Close)
	c.env = []string{
		"MENTIONARY_DATABASE=" + c.database, "MENTIONARY_TEMPORAL_ADDRESS=" + freeAddress(t), "MENTIONARY_TEMPORAL_UI=",
		"MENTIONARY_OIDC_ISSUER=" + issuer, "MENTIONARY_OIDC_CLIENT_ID=" + idp.ClientID, "MENTIONARY_FEED_ORIGINS=" + strings.Join(feeds, ","),
	}
	return c
}

// newPostgres makes an empty database that goes with the test.
func newPostgres(t *testing.T) string {
	t.Helper()
	admin, err := sql.Open("pgx", postgresURL)
	require.NoError(t, err)
	name := "e2e_" + strings.ToLower(rand.Text()[:12])
	_, err = admin.Exec("CREATE DATABASE " + name)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := admin.Exec("DROP DATABASE " + name + " WITH (FORCE)")
		require.NoError(t, err)
		require.NoError(t, admin.Close())
	})
	u, err := url.Parse(postgresURL)
	require.NoError(t, err)
	u.Path = "/" + name
	return u.String()
}

// startEngine starts the workflow engine on its own file or on PostgreSQL, again on what is there.
func (c *cluster) startEngine() {
	c.t.Helper()
	env := append([]string{"MENTIONARY_DATA_DIR=" + c.dir}, c.env...)
	if !c.onServer {
		env = append(env, "MENTIONARY_DATABASE=") // its own file, not the product's database
	}
	c.engine = launch(c.t, fullProgram, env, "temporal")
	c.engine.says("Temporal ")
	if !c.onServer {
		require.FileExists(c.t, filepath.Join(c.dir, "temporal.db"))
	}
}

func (c *cluster) worker() *program {
	c.t.Helper()
	return launch(c.t, slimProgram, c.env, "worker")
}

// serve starts web server n, waits until it can be asked, and returns its address.
func (c *cluster) serve(n int) string {
	c.t.Helper()
	c.launchServe(n).ready(c.webs[n] + "/readyz")
	return c.webs[n]
}

// launchServe starts web server n.
func (c *cluster) launchServe(n int, settings ...string) *program {
	c.t.Helper()
	listen := strings.Replace(strings.TrimPrefix(c.webs[n], "http://"), "localhost", "127.0.0.1", 1)
	return launch(c.t, slimProgram, append(append([]string{"MENTIONARY_LISTEN=" + listen}, c.env...), settings...), "serve")
}

// watch follows a job over the stream of a web server until the job has ended, and returns how many pictures of it came
// in and the last one.
func watch(a *api, id int) func() (int, *v1.Job) {
	a.t.Helper()
	client := mentionaryv1connect.NewWatchServiceClient(&http.Client{Jar: a.browser.Jar}, a.base)
	in, err := client.Watch(a.t.Context(), &v1.WatchRequest{JobId: int32(id)})
	require.NoError(a.t, err)
	type result struct {
		pictures int
		last     *v1.Job
		err      error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		for in.Receive() {
			for _, j := range in.Msg().GetJobs() {
				r.pictures, r.last = r.pictures+1, j
			}
			if r.last.GetFinishedAt() != nil {
				break
			}
		}
		r.err = in.Err()
		_ = in.Close()
		done <- r
	}()
	return func() (int, *v1.Job) {
		a.t.Helper()
		select {
		case r := <-done:
			require.NoError(a.t, r.err)
			return r.pictures, r.last
		case <-time.After(20 * time.Second):
			require.FailNow(a.t, "the stream does not show the end of the job")
			return 0, nil
		}
	}
}

func TestSeveralProcessesShareTheWork(t *testing.T) {
	t.Parallel()
	const episodes = 24
	show := newPodcast(t, "Many Hands", episodes, slowly)
	later := newPodcast(t, "Accepted Meanwhile", 3, nil)
	away := newPodcast(t, "Away", 1, busy)
	away.pause = "20"
	c := newCluster(t, 3, show.origin, later.origin, away.origin)
	// Preparing the database is safe from several processes at once.
	first, second := launch(t, slimProgram, c.env, "migrate"), launch(t, slimProgram, c.env, "migrate")
	first.ends(startTime)
	second.ends(startTime)
	victim := c.worker()
	c.worker().says("at work")
	victim.says("at work")
	a, b := signIn(t, c.serve(0), "preset-noor"), signIn(t, c.serve(1), "preset-noor")

	id := a.submit(show.feed(), episodes)
	watched := watch(b, id)
	b.awaitDone(id, 3, time.Minute)
	victim.kill()
	b.awaitDone(id, 9, time.Minute)
	c.engine.stop()
	c.startEngine()
	require.Equal(t, episodes, b.awaitClosed(id, "completed", time.Minute).ItemsDone)
	pictures, last := watched()
	require.Equal(t, "completed", last.GetState(), "the stream of the other web server shows the end")
	require.Greater(t, pictures, 5, "and what came before")
	asked := show.total()
	require.LessOrEqual(t, asked, episodes+8, "only what was under way was fetched again")

	// A job waits for its source; then the workflow engine goes away. What people do meanwhile is kept.
	held := a.submit(away.feed(), 0)
	j := a.await(held, 30*time.Second, "a wait for the source", waiting)
	c.engine.stop()
	third := signIn(t, c.serve(2), "preset-noor")
	id = third.submit(later.feed(), 3)
	require.Equal(t, "pending", third.job(id).Status, "it is accepted and waits")
	third.provide(held, j.Items[0].ID, third.upload("talk.vtt", transcriptVTT(7)))
	c.startEngine()
	require.Equal(t, 3, third.awaitClosed(id, "completed", time.Minute).ItemsDone)
	require.Positive(t, third.awaitClosed(held, "completed", time.Minute).Items[0].Mentions)
	require.Equal(t, 1, away.total(), "with a transcript there is nothing to ask the source for")

	db := openDatabase(t, "pgx", c.database)
	db.finished(episodes + 3 + 1)
	require.Equal(t, episodes+3+1, db.count(`SELECT COUNT(*) FROM runs WHERE state = 'done'`))
	require.Equal(t, 1, db.count(`SELECT COUNT(*) FROM runs WHERE state = 'cancelled'`), "nobody waits for the source any more")
	require.Equal(t, episodes+3+2, db.count(`SELECT COUNT(*) FROM runs`))
}
