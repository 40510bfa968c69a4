package cached_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"mentionary/apiserver/cached"
	"mentionary/apiserver/secure"
)

// catalogue is a database with a version, written by this process or by another one.
type catalogue struct {
	mu      sync.Mutex
	version int64
	changed chan struct{}
	asked   int
	fail    error
	frozen  bool          // tells nobody that it changed
	slow    chan struct{} // when set, questions are answered after it is closed
}

func newCatalogue() *catalogue { return &catalogue{version: 1, changed: make(chan struct{})} }

func (c *catalogue) CatalogueVersion(context.Context) (int64, error) {
	if c.slow != nil {
		<-c.slow
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	if c.frozen {
		return 1, c.fail
	}
	return c.version, c.fail
}

func (c *catalogue) Changed() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changed
}

// write is a write of another process; here says that it is one of this process.
func (c *catalogue) write(here bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version++
	if here && !c.frozen {
		close(c.changed)
		c.changed = make(chan struct{})
	}
}

func (c *catalogue) questions() int { c.mu.Lock(); defer c.mu.Unlock(); return c.asked }

// content is what the database holds now, whatever it tells of its version.
func (c *catalogue) content() int64 { c.mu.Lock(); defer c.mu.Unlock(); return c.version }

// world is a cache in front of a handler that says which version it read.
type world struct {
	*testing.T
	catalogue *catalogue
	clock     atomic.Int64 // in milliseconds
	asked     atomic.Int64 // of the handler
	spared    atomic.Int64 // the handler
	handler   http.Handler // behind the cache
	front     http.Handler
}

func newWorld(t *testing.T, maxBytes int64) *world {
	t.Helper()
	w := &world{T: t, catalogue: newCatalogue()}
	w.handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.asked.Add(1)
		rw.Header().Set("Content-Type", "application/json")
		rw.Header().Set("X-Total-Count", "7")
		_, _ = fmt.Fprintf(rw, `{"version":%d,"for":%q,"padding":%q}`, w.catalogue.content(), r.Header.Get("Cookie"),
			strings.Repeat("x", len(r.URL.Query().Get("long"))*1000))
	})
	c := cached.New(w.catalogue, maxBytes, func() time.Time { return time.UnixMilli(w.clock.Load()) })
	w.front = c.Handler(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.handler.ServeHTTP(rw, r) }),
		func(r *http.Request) string { return r.URL.String() },
		func(r *http.Request) cached.Asker {
			if r.Header.Get("Cookie") != "" {
				return cached.Asker{Request: r}
			}
			return cached.Asker{Class: "visitors", Public: true, Request: r}
		},
		func(_ *http.Request, spared bool) {
			if spared {
				w.spared.Add(1)
			}
		})
	return w
}

func (w *world) get(path string, header ...string) *httptest.ResponseRecorder {
	return w.send(httptest.NewRequest(http.MethodGet, path, nil), header...)
}

func (w *world) send(r *http.Request, header ...string) *httptest.ResponseRecorder {
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	w.front.ServeHTTP(rec, r)
	return rec
}

func (w *world) version(rec *httptest.ResponseRecorder) string {
	w.Helper()
	require.Equal(w, http.StatusOK, rec.Code)
	_, rest, _ := strings.Cut(rec.Body.String(), `"version":`)
	number, _, _ := strings.Cut(rest, ",")
	return number
}

func TestOneQuestionOfTheDatabaseServesMany(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	first := w.get("/a")
	for range 20 {
		again := w.get("/a")
		require.Equal(t, first.Body.String(), again.Body.String())
		require.Equal(t, "7", again.Header().Get("X-Total-Count"))
		require.Equal(t, "application/json", again.Header().Get("Content-Type"))
		require.Equal(t, "public, no-cache", again.Header().Get("Cache-Control"))
	}
	require.EqualValues(t, 1, w.asked.Load())
	require.EqualValues(t, 20, w.spared.Load())
	require.Equal(t, 1, w.catalogue.questions(), "a version is believed for a quarter of a second")
	w.get("/b")
	require.EqualValues(t, 2, w.asked.Load())
}

// seen is what a reader gets at different times after a write.
func seen(w *world, here bool) (atOnce, later string) {
	w.get("/a")
	w.catalogue.write(here)
	atOnce = w.version(w.get("/a"))
	w.clock.Add(250)
	return atOnce, w.version(w.get("/a"))
}

func TestWritesAreSeenAtOnceHereAndSoonElsewhere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		here, frozen  bool
		atOnce, later string
	}{
		"of this process":    {here: true, atOnce: "2", later: "2"},
		"of another process": {here: false, atOnce: "1", later: "2"},
		// The negative control: were the stamp not looked at, this test would see it.
		"without the stamp": {here: true, frozen: true, atOnce: "1", later: "1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 0)
			w.catalogue.frozen = c.frozen
			atOnce, later := seen(w, c.here)
			require.Equal(t, c.atOnce, atOnce)
			require.Equal(t, c.later, later)
		})
	}
}

func TestAWriterGetsAtLeastItsVersion(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	w.get("/a")
	w.catalogue.write(false) // on another process, which answered version 2
	require.Equal(t, "1", w.version(w.get("/a")), "somebody else may wait a moment")
	require.Equal(t, "2", w.version(w.get("/a", cached.VersionHeader, "2")))
	require.Equal(t, "2", w.version(w.get("/a")), "what was learned is for all")
	for _, odd := range []string{"-1", "x", "99999999999999999999", ""} {
		asked := w.asked.Load()
		require.Equal(t, "2", w.version(w.get("/a", cached.VersionHeader, odd)))
		require.Equal(t, asked, w.asked.Load(), "%q asks for nothing", odd)
	}
}

func TestAVersionThatIsNotReachedIsIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	w.get("/a")
	for _, future := range []string{"2", "5", "9223372036854775807"} {
		require.Equal(t, "1", w.version(w.get("/a", cached.VersionHeader, future)))
	}
	require.EqualValues(t, 1, w.asked.Load(), "what is kept is as new as the database")
	w.catalogue.write(false)
	require.Equal(t, "2", w.version(w.get("/a", cached.VersionHeader, "5")), "the version that is there was looked for all the same")
	require.EqualValues(t, 2, w.asked.Load())
}

func TestWhileNoVersionCanBeReadTheHandlerAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	w.get("/a")
	w.catalogue.mu.Lock()
	w.catalogue.fail = errors.New("down")
	w.catalogue.mu.Unlock()
	w.clock.Add(1000)
	require.Equal(t, "1", w.version(w.get("/a")), "the handler says what is wrong, not the cache")
	require.EqualValues(t, 2, w.asked.Load())
}

// Many demand the future while the source is slow: those who came during a question share the next one.
func TestDemandsOfTheSameMomentShareAQuestion(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 0)
		w.get("/a")
		slow := make(chan struct{})
		w.catalogue.slow = slow
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() {
				rec := w.get("/a", cached.VersionHeader, "7")
				assert.Contains(t, rec.Body.String(), `"version":1`)
			})
		}
		synctest.Wait() // one asks, the others wait for their turn
		close(slow)
		all.Wait()
		require.LessOrEqual(t, w.catalogue.questions(), 3, "the first one, the one that was slow, and one for all who came meanwhile")
		require.EqualValues(t, 1, w.asked.Load())
	})
}

func TestWhoSharesWithNobodyIsAnsweredAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	for range 2 {
		own := w.get("/a", "Cookie", "canary")
		require.Contains(t, own.Body.String(), "canary")
		require.Equal(t, "private, no-cache", own.Header().Get("Cache-Control"))
		require.NotEmpty(t, own.Header().Get("ETag"))
	}
	require.EqualValues(t, 2, w.asked.Load())
	require.NotContains(t, w.get("/a").Body.String(), "canary")
	require.EqualValues(t, 3, w.asked.Load())
}

func TestOnlyPlainAnswersAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	for name, h := range map[string]http.HandlerFunc{
		"error":    func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusNotFound) },
		"cookie":   func(rw http.ResponseWriter, _ *http.Request) { rw.Header().Set("Set-Cookie", "a=b") },
		"encoding": func(rw http.ResponseWriter, _ *http.Request) { rw.Header().Set("Content-Encoding", "br") },
	} {
		asked := 0
		w.handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { asked++; h(rw, r) })
		w.get("/" + name)
		require.Equal(t, 1, asked, "an error is not asked for twice")
		w.get("/" + name)
		require.Equal(t, 2, asked, name)
	}
}

func TestTagsAndConditions(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	plain := w.get("/a?long=abc")
	tag := plain.Header().Get("ETag")
	require.Regexp(t, `^"[A-Za-z0-9_-]{22}"$`, tag)
	require.Equal(t, "Accept-Encoding", plain.Header().Get("Vary"))
	for _, match := range []string{tag, `"x", ` + tag, "W/" + tag, "*"} {
		again := w.get("/a?long=abc", "If-None-Match", match)
		require.Equal(t, http.StatusNotModified, again.Code, match)
		require.Zero(t, again.Body.Len())
		require.Equal(t, tag, again.Header().Get("ETag"))
		require.Equal(t, "public, no-cache", again.Header().Get("Cache-Control"))
		require.Empty(t, again.Header().Get("Content-Length"))
	}
	require.Equal(t, http.StatusOK, w.get("/a?long=abc", "If-None-Match", `"other"`).Code)

	zipped := w.get("/a?long=abc", "Accept-Encoding", "gzip")
	require.Equal(t, "gzip", zipped.Header().Get("Content-Encoding"))
	require.Equal(t, strings.TrimSuffix(tag, `"`)+`-gzip"`, zipped.Header().Get("ETag"), "other bytes, another strong tag")
	require.Equal(t, fmt.Sprint(zipped.Body.Len()), zipped.Header().Get("Content-Length"))
	z, err := gzip.NewReader(zipped.Body)
	require.NoError(t, err)
	b, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Equal(t, plain.Body.String(), string(b))
	require.Equal(t, http.StatusNotModified, w.get("/a?long=abc", "Accept-Encoding", "gzip", "If-None-Match",
		zipped.Header().Get("ETag")).Code)

	w.catalogue.write(true)
	require.Equal(t, http.StatusOK, w.get("/a?long=abc", "If-None-Match", tag).Code)
	short := w.get("/b", "Accept-Encoding", "gzip")
	require.Empty(t, short.Header().Get("Content-Encoding"), "a few bytes are not worth it")
}

// What stands around every handler must not touch what is compressed and tagged already.
func TestAnswersPassTheProtectionUntouched(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	around, err := secure.Wrap(w.front, secure.Options{BaseURL: "http://localhost:8080", Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	bare := w.get("/a?long=abc", "Accept-Encoding", "gzip")
	w.front = around
	got := w.get("/a?long=abc", "Accept-Encoding", "gzip")
	require.Equal(t, bare.Body.Bytes(), got.Body.Bytes())
	for k := range bare.Header() {
		require.Equal(t, bare.Header().Values(k), got.Header().Values(k), k)
	}
	require.Equal(t, http.StatusNotModified, w.get("/a?long=abc", "Accept-Encoding", "gzip", "If-None-Match", got.Header().Get("ETag")).Code)
	require.Equal(t, bare.Header().Get("ETag"), w.send(httptest.NewRequest(http.MethodHead, "/a?long=abc", nil), "Accept-Encoding", "gzip").
		Header().Get("ETag"))
}

func TestHeadIsGetWithoutTheBody(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	head := w.send(httptest.NewRequest(http.MethodHead, "/a?long=abc", nil))
	get := w.get("/a?long=abc")
	require.Zero(t, head.Body.Len())
	require.Equal(t, get.Header(), head.Header())
	require.Equal(t, fmt.Sprint(get.Body.Len()), head.Header().Get("Content-Length"))
	require.EqualValues(t, 1, w.asked.Load())
}

func TestTheBoundInBytesHolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 64<<10)
	for i := range 100 { // 100 answers of about 3 kB
		w.get(fmt.Sprintf("/a?n=%d&long=a", i))
	}
	asked := w.asked.Load()
	w.get("/a?n=99&long=a")
	require.Equal(t, asked, w.asked.Load(), "the latest is held")
	w.get("/a?n=0&long=a")
	require.Equal(t, asked+1, w.asked.Load(), "the first had to go")
	w.get("/a?long=" + strings.Repeat("a", 10))
	w.get("/a?long=" + strings.Repeat("a", 10))
	require.Equal(t, asked+3, w.asked.Load(), "one answer may not push out all others")
	w.get("/a?name=" + strings.Repeat("a", 5000))
	w.get("/a?name=" + strings.Repeat("a", 5000))
	require.Equal(t, asked+5, w.asked.Load(), "nor may a long question")
}

func TestEqualQuestionsAtTheSameTimeAreAskedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	begun, go_ := make(chan struct{}), make(chan struct{})
	inner := w.handler
	var once sync.Once
	w.handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		once.Do(func() { close(begun) })
		<-go_
		inner.ServeHTTP(rw, r)
	})
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	bodies := make([]string, 8)
	ask := func(i int, ctx context.Context) {
		all.Go(func() {
			bodies[i] = w.send(httptest.NewRequestWithContext(ctx, http.MethodGet, "/a", nil)).Body.String()
		})
	}
	ask(0, ctx)
	<-begun
	leave() // the first one goes away; the answer is for the others too
	for i := 1; i < len(bodies); i++ {
		ask(i, t.Context())
	}
	close(go_)
	all.Wait()
	require.EqualValues(t, 1, w.asked.Load())
	for _, b := range bodies[1:] {
		require.Contains(t, b, `"version":1`)
	}
}

func TestAPanicHarmsOnlyItsOwnRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	inner := w.handler
	w.handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a mistake") })
	require.Panics(t, func() { w.get("/a") })
	w.handler = inner
	require.Equal(t, "1", w.version(w.get("/a")))
}

// Readers and writers at the same time: after a write of this process ended, no reader gets what was before it.
func TestNoReaderIsBehindAWriteThatEnded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 200 {
				before := w.catalogue.content()
				var got int64
				_, err := fmt.Sscanf(w.get("/a").Body.String(), `{"version":%d`, &got)
				if err != nil || got < before {
					t.Errorf("got version %d after version %d was committed: %v", got, before, err)
					return
				}
			}
		})
	}
	all.Go(func() {
		for range 200 {
			w.catalogue.write(true)
		}
	})
	all.Wait()
}

func BenchmarkKeptAnswer(b *testing.B) {
	body := bytes.Repeat([]byte(`{"name":"Dune"},`), 4000)
	c := cached.New(newCatalogue(), 0, nil)
	h := c.Handler(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write(body) }),
		func(r *http.Request) string { return r.URL.String() },
		func(r *http.Request) cached.Asker { return cached.Asker{Class: "visitors", Request: r} }, func(*http.Request, bool) {})
	r := httptest.NewRequest(http.MethodGet, "/a", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	for b.Loop() {
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}
