package audio_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/outbound"
	"mentionary/internal/speech/speechtest"
)

// site serves one address. Each test says how.
func site(t *testing.T, handle http.HandlerFunc) (door *http.Client, address string) {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	clients, err := outbound.New(outbound.Options{Version: "test", ContentOrigins: []string{s.URL}, FloorTime: -1})
	require.NoError(t, err)
	return clients.Any(), s.URL + "/episode"
}

func limits(t *testing.T) audio.Limits {
	t.Helper()
	return audio.Limits{Dir: filepath.Join(t.TempDir(), "audio"), MaxBytes: 10 << 20, DiskBytes: 20 << 20, MaxTime: time.Minute}
}

func left(t *testing.T, l audio.Limits) []string {
	t.Helper()
	entries, err := os.ReadDir(l.Dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestAFileIsFetchedOnce(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(1, 3*time.Minute)
	var asked atomic.Int64
	door, address := site(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		require.Equal(t, "identity", r.Header.Get("Accept-Encoding"))
		w.Header().Set("Content-Type", "text/html") // a lie: content decides
		_, _ = w.Write(talk.MP3())
	})
	l := limits(t)
	var seen []int64
	f, err := audio.Fetch(t.Context(), door, address, "7", l, func(bytes int64) { seen = append(seen, bytes) })
	require.NoError(t, err)
	require.Equal(t, audio.File{
		Path: filepath.Join(l.Dir, "7.mp3"), Format: audio.MP3, Bytes: int64(len(talk.MP3())), DurationMS: talk.MS,
	}, f)
	require.EqualValues(t, len(talk.MP3()), seen[len(seen)-1])
	require.Equal(t, []string{"7.mp3"}, left(t, l))

	again, err := audio.Fetch(t.Context(), door, address, "7", l, nil)
	require.NoError(t, err)
	require.Equal(t, f, again)
	require.EqualValues(t, 1, asked.Load())

	require.NoError(t, os.WriteFile(filepath.Join(l.Dir, "7.piece0.mp3"), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(l.Dir, "77.mp3"), nil, 0o600))
	require.NoError(t, audio.Remove(l, "7"))
	require.NoError(t, audio.Remove(l, "7"))
	require.Equal(t, []string{"77.mp3"}, left(t, l))
	require.Error(t, audio.Remove(l, "../7"))
}

// broken serves content, but only so many bytes of each answer.
func broken(content []byte, each int, etag string, ranges *[]string) http.HandlerFunc {
	var mu sync.Mutex
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		*ranges = append(*ranges, r.Header.Get("Range"))
		mu.Unlock()
		from := 0
		if v := r.Header.Get("Range"); v != "" && r.Header.Get("If-Range") == etag {
			from, _ = strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(v, "bytes="), "-"))
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(content)-1, len(content)))
		}
		w.Header().Set("ETag", etag)
		w.Header().Set("Content-Length", strconv.Itoa(len(content)-from))
		if from > 0 {
			w.WriteHeader(http.StatusPartialContent)
		}
		_, _ = w.Write(content[from:min(len(content), from+each)])
	}
}

func TestAnInterruptedFetchGoesOn(t *testing.T) {
	t.Parallel()
	content := speechtest.NewTalk(1, 3*time.Minute).MP3()
	var ranges []string
	door, address := site(t, broken(content, 300_000, `"v1"`, &ranges))
	l := limits(t)
	for range 2 {
		_, err := audio.Fetch(t.Context(), door, address, "a", l, nil)
		require.True(t, fault.Is(err, fault.Unavailable), err)
		require.Contains(t, fault.Of(err).Sentence, "broke off")
	}
	f, err := audio.Fetch(t.Context(), door, address, "a", l, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"", "bytes=300000-", "bytes=600000-"}, ranges)
	got, err := os.ReadFile(f.Path)
	require.NoError(t, err)
	require.Equal(t, content, got)
}

// Advertisements are put in per download: the rest of another file is no rest.
func TestAChangedFileIsFetchedAnew(t *testing.T) {
	t.Parallel()
	first, second := speechtest.NewTalk(1, 3*time.Minute).MP3(), speechtest.NewTalk(2, 2*time.Minute).MP3()
	for name, c := range map[string]struct{ first, second string }{
		"another version": {`"v1"`, `"v2"`}, "weak": {`W/"v"`, `W/"v"`}, "no version": {"", ""},
	} {
		var ranges []string
		handle := broken(first, 300_000, c.first, &ranges)
		door, address := site(t, func(w http.ResponseWriter, r *http.Request) { handle(w, r) })
		l := limits(t)
		_, err := audio.Fetch(t.Context(), door, address, "a", l, nil)
		require.Error(t, err, name)
		handle = broken(second, len(second), c.second, &ranges)
		f, err := audio.Fetch(t.Context(), door, address, "a", l, nil)
		require.NoError(t, err, name)
		got, err := os.ReadFile(f.Path)
		require.NoError(t, err)
		require.Equal(t, second, got, name)
	}
}

func TestWhatIsNotThereIsSaid(t *testing.T) {
	t.Parallel()
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "30")
			w.WriteHeader(code)
		}
	}
	page := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "audio/mpeg")
		_, _ = io.WriteString(w, "<!doctype html><html><title>Expired</title></html>"+strings.Repeat(" ", 100_000))
	}
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		kind   fault.Kind
		says   string
	}{
		"gone":        {status(410), fault.NotFound, "no longer"},
		"not found":   {status(404), fault.NotFound, "no longer"},
		"expired":     {status(403), fault.Private, "expired"},
		"subscribers": {status(401), fault.Private, "subscribers"},
		"too many":    {status(429), fault.RateLimited, "later"},
		"robots":      {status(451), fault.Blocked, "automated"},
		"broken":      {status(503), fault.Unavailable, "problems"},
		"refused":     {status(418), fault.Unsupported, "418"},
		"no content":  {status(204), fault.Unavailable, "204"},
		"web page":    {page, fault.Unsupported, "a web page"},
		"empty":       {func(http.ResponseWriter, *http.Request) {}, fault.Unsupported, "empty"},
		"compressed": {
			func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Encoding", "gzip") }, fault.Unsupported, "compression",
		},
		"no such range": {status(416), fault.Unsupported, "416"},
		"round and round": {
			func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, fault.Unavailable, "redirects",
		},
	} {
		door, address := site(t, c.handle)
		l := limits(t)
		_, err := audio.Fetch(t.Context(), door, address, "a", l, nil)
		require.Equal(t, c.kind, fault.KindOf(err), "%s: %v", name, err)
		require.Contains(t, fault.Of(err).Sentence, c.says, name)
		if name == "too many" {
			require.Equal(t, 30*time.Second, fault.Of(err).RetryAfter)
		}
		if !c.kind.Retryable() {
			require.Empty(t, left(t, l), name)
		}
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	t.Parallel()
	_, address := site(t, func(http.ResponseWriter, *http.Request) { t.Error("reached") })
	clients, err := outbound.New(outbound.Options{Version: "test", FloorTime: -1})
	require.NoError(t, err)
	for to, kind := range map[string]fault.Kind{address: fault.Unavailable, "file:///etc/passwd": fault.BadInput, "": fault.BadInput} {
		_, err = audio.Fetch(t.Context(), clients.Any(), to, "a", limits(t), nil)
		require.Equal(t, kind, fault.KindOf(err), to)
	}
}

// endless sends silence until nobody listens.
func endless(pace func()) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(frame(9, 0, 0)); err != nil {
				return
			}
			pace()
		}
	}
}

func TestLimitsHold(t *testing.T) {
	t.Parallel()
	content := speechtest.NewTalk(1, 3*time.Minute).MP3()
	whole := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		_, _ = w.Write(content)
	}
	pace := func() {}
	slow := func() { time.Sleep(time.Millisecond) }
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		change func(*audio.Limits)
		kind   fault.Kind
		says   string
		left   int
	}{
		"too large by its length":  {whole, func(l *audio.Limits) { l.MaxBytes = 500_000 }, fault.TooLarge, "500000 bytes", 0},
		"too large without length": {endless(pace), func(l *audio.Limits) { l.MaxBytes = 2 << 20 }, fault.TooLarge, "2 MiB", 0},
		"quota by length":          {whole, func(l *audio.Limits) { l.DiskBytes = 500_000 }, fault.Unavailable, "no room", 1},
		"quota without length":     {endless(pace), func(l *audio.Limits) { l.DiskBytes = 500_000 }, fault.Unavailable, "no room", 2},
		"live stream": {
			endless(slow), func(l *audio.Limits) { l.MaxTime = 100 * time.Millisecond }, fault.TooLarge, "live stream", 0,
		},
		"stalled": {
			func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Length", strconv.Itoa(len(content)))
				_, _ = w.Write(content[:200_000])
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
			}, func(l *audio.Limits) { l.Stall = 100 * time.Millisecond }, fault.Unavailable, "stopped coming", 2,
		},
		"slow": {
			func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Length", strconv.Itoa(len(content)))
				_, _ = w.Write(content[:200_000])
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
			}, func(l *audio.Limits) { l.MaxTime = 100 * time.Millisecond }, fault.Unavailable, "too slowly", 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			door, address := site(t, c.handle)
			l := limits(t)
			c.change(&l)
			_, err := audio.Fetch(t.Context(), door, address, "a", l, nil)
			require.Equal(t, c.kind, fault.KindOf(err), err)
			require.Contains(t, fault.Of(err).Sentence, c.says)
			require.Len(t, left(t, l), c.left)
		})
	}
}

func TestWhoStopsGetsTheirOwnError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	door, address := site(t, endless(cancel))
	l := limits(t)
	_, err := audio.Fetch(ctx, door, address, "a", l, nil)
	require.Equal(t, context.Canceled, err)
}

func TestOneFetchOfANameAtATime(t *testing.T) {
	t.Parallel()
	content := speechtest.NewTalk(1, 3*time.Minute).WAV()
	var asked atomic.Int64
	door, address := site(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write(content)
	})
	l := limits(t)
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			f, err := audio.Fetch(t.Context(), door, address, "a", l, nil)
			if err != nil || f.Bytes != int64(len(content)) {
				t.Error(f, err)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, asked.Load())
	require.Equal(t, []string{"a.wav"}, left(t, l))
}

func TestSweepTakesWhatIsOld(t *testing.T) {
	t.Parallel()
	l := limits(t)
	n, err := audio.Sweep(l, time.Now())
	require.NoError(t, err, "no folder yet")
	require.Zero(t, n)
	require.NoError(t, os.MkdirAll(l.Dir, 0o700))
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for name, age := range map[string]time.Duration{"old.mp3": 48 * time.Hour, "old.part": 25 * time.Hour, "new.part": time.Hour} {
		path := filepath.Join(l.Dir, name)
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		require.NoError(t, os.Chtimes(path, now, now.Add(-age)))
	}
	n, err = audio.Sweep(l, now.Add(-24*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 2, n)
	require.Equal(t, []string{"new.part"}, left(t, l))
}
