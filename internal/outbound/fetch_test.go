package outbound

import (
	"compress/gzip"
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
)

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s.URL
}

func TestFetchReadsADocument(t *testing.T) {
	t.Parallel()
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		w.Header().Set("ETag", `"1"`)
		_, _ = w.Write([]byte("accepts " + r.Header.Get("Accept")))
	})
	got, err := newClients(t, Options{AllowCIDRs: loopback}).Fetch(t.Context(), Request{URL: base + "/old", Accept: "text/vtt"})
	require.NoError(t, err)
	require.Equal(t, "accepts text/vtt", string(got.Body))
	require.Equal(t, base+"/new", got.FinalURL)
	require.Equal(t, `"1"`, got.Header.Get("ETag"))
	require.Equal(t, http.StatusOK, got.Status)
	require.False(t, got.NotModified)
}

func TestFetchAsksOnlyForNewerCopies(t *testing.T) {
	t.Parallel()
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == `"7"` || r.Header.Get("If-Modified-Since") != "" || r.URL.Path == "/always" {
			w.WriteHeader(http.StatusNotModified)
		}
	})
	c := newClients(t, Options{AllowCIDRs: loopback})
	for _, r := range []Request{{URL: base, ETag: `"7"`}, {URL: base, LastModified: "Sun, 01 Mar 2026 12:00:00 GMT"}} {
		got, err := c.Fetch(t.Context(), r)
		require.NoError(t, err)
		require.True(t, got.NotModified)
		require.Empty(t, got.Body)
	}
	got, err := c.Fetch(t.Context(), Request{URL: base, ETag: `"6"`})
	require.NoError(t, err)
	require.False(t, got.NotModified)
	_, err = c.Fetch(t.Context(), Request{URL: base + "/always"})
	requireFault(t, err, fault.Unavailable, "", 0) // we have no copy that could still be good
}

func TestFetchTurnsStatusCodesIntoFaults(t *testing.T) {
	t.Parallel()
	clock := newSteppingClock()
	later := clock.Now().Add(90 * time.Second).Format(http.TimeFormat)
	for _, c := range []struct {
		status     int
		retryAfter string
		kind       fault.Kind
		delay      time.Duration
	}{
		{200, "", "", 0},
		{203, "", "", 0},
		{206, "", "", 0},
		{300, "", fault.Unavailable, 0},
		{400, "", fault.Unsupported, 0},
		{405, "", fault.Unsupported, 0},
		{406, "", fault.Unsupported, 0},
		{401, "", fault.Private, 0},
		{402, "", fault.Private, 0},
		{403, "", fault.Private, 0},
		{404, "", fault.NotFound, 0},
		{410, "", fault.NotFound, 0},
		{408, "", fault.Unavailable, 0},
		{425, "", fault.Unavailable, 0},
		{429, "", fault.RateLimited, 0},
		{429, "120", fault.RateLimited, 2 * time.Minute},
		{429, later, fault.RateLimited, 90 * time.Second},
		{429, "soon", fault.RateLimited, 0},
		{429, "-5", fault.RateLimited, 0},
		{429, "99999999999999999", fault.RateLimited, 24 * time.Hour},
		{451, "", fault.Blocked, 0},
		{999, "", fault.Blocked, 0},
		{500, "", fault.Unavailable, 0},
		{502, "", fault.Unavailable, 0},
		{503, "30", fault.Unavailable, 30 * time.Second},
		{503, later, fault.Unavailable, 90 * time.Second},
	} {
		base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			if c.retryAfter != "" {
				w.Header().Set("Retry-After", c.retryAfter)
			}
			w.WriteHeader(c.status)
		})
		_, err := newClients(t, Options{AllowCIDRs: loopback, Clock: clock}).Fetch(t.Context(), Request{URL: base})
		if c.kind == "" {
			require.NoError(t, err, c.status)
			continue
		}
		requireFault(t, err, c.kind, "", c.delay)
		require.NotContains(t, fault.Of(err).Sentence, "127.0.0.1")
	}
}

func TestFetchCapsTheBodyAfterDecompression(t *testing.T) {
	t.Parallel()
	c := newClients(t, Options{AllowCIDRs: loopback})
	const limit = 1 << 20
	for name, handler := range map[string]http.HandlerFunc{
		"announced": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "99999999999")
			w.WriteHeader(http.StatusOK) // never sent: the announcement is enough
		},
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			for chunk := make([]byte, 64<<10); ; {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		},
		"bomb": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			for range 512 {
				if _, err := z.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
			_ = z.Close()
		},
		"one byte over": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, limit+1)) },
	} {
		_, err := c.Fetch(t.Context(), Request{URL: serve(t, handler), MaxBytes: limit})
		require.True(t, fault.Is(err, fault.TooLarge), "%s: %v", name, err)
		require.Contains(t, fault.Of(err).Sentence, "1 MiB")
	}
	exact := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = z.Write(make([]byte, limit))
		_ = z.Close()
	})
	got, err := c.Fetch(t.Context(), Request{URL: exact, MaxBytes: limit})
	require.NoError(t, err)
	require.Len(t, got.Body, limit)
}

func TestFetchRefusesAnswersItCannotRead(t *testing.T) {
	t.Parallel()
	c := newClients(t, Options{AllowCIDRs: loopback})
	brotli := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "br")
		_, _ = w.Write([]byte("x"))
	})
	_, err := c.Fetch(t.Context(), Request{URL: brotli})
	requireFault(t, err, fault.Unsupported, "", 0)

	cut := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = w.Write([]byte("half"))
	})
	_, err = c.Fetch(t.Context(), Request{URL: cut})
	requireFault(t, err, fault.Unavailable, "", 0)

	fatHeader := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X", strings.Repeat("x", 2*maxHeaderBytes))
	})
	_, err = c.Fetch(t.Context(), Request{URL: fatHeader})
	requireFault(t, err, fault.Unavailable, "", 0)

	loop := redirector(t, "/9").URL + "/9"
	_, err = c.Fetch(t.Context(), Request{URL: loop})
	requireFault(t, err, fault.Unavailable, "", 0)
	require.Contains(t, fault.Of(err).Sentence, "redirect")
}

func TestFetchEndsAtItsDeadlineAndWithItsCaller(t *testing.T) {
	t.Parallel()
	c := newClients(t, Options{AllowCIDRs: loopback})
	for name, handler := range map[string]http.HandlerFunc{
		"silent": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"stalls in the body": func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte("x"))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
	} {
		base := serve(t, handler)
		_, err := c.Fetch(t.Context(), Request{URL: base, Timeout: 50 * time.Millisecond})
		requireFault(t, err, fault.Unavailable, "The site took too long to answer. Try again later.", 0)

		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err = c.Fetch(ctx, Request{URL: base})
		cancel()
		require.Equal(t, context.DeadlineExceeded, err, name)
	}
}

func TestFetchHeedsWhatTheSiteAskedForAndTellsThePacer(t *testing.T) {
	t.Parallel()
	clock := newSteppingClock()
	pacer := NewPacer(PacerLimits{}, clock)
	requests := make(chan struct{}, 10)
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests <- struct{}{}
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	c := newClients(t, Options{AllowCIDRs: loopback, Pacer: pacer, Clock: clock})
	_, err := c.Fetch(t.Context(), Request{URL: base})
	requireFault(t, err, fault.Unavailable, "", time.Minute)
	_, err = c.Fetch(t.Context(), Request{URL: base})
	requireFault(t, err, fault.RateLimited, "", time.Minute)
	require.Len(t, requests, 1, "the second request was not sent")

	u, err := url.Parse(base)
	require.NoError(t, err)
	_, err = pacer.Wait(t.Context(), u.Hostname())
	requireFault(t, err, fault.RateLimited, "", time.Minute) // whoever else asks
	other := NewPacer(PacerLimits{}, clock)
	other.Hold(u.Hostname(), time.Hour)
	c = newClients(t, Options{AllowCIDRs: loopback, Pacer: other, Clock: clock})
	_, err = c.Fetch(t.Context(), Request{URL: base})
	requireFault(t, err, fault.RateLimited, "", time.Hour)
	require.Len(t, requests, 1, "others were told to come back later")
}

// A header may be a key: it goes to the asked site and to no other, wherever that sends us.
func TestAHeaderOfACallersOwnFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	var elsewhere []string
	other := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		elsewhere = append(elsewhere, r.Header.Get("X-Auth-Key"))
	})
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, other, http.StatusFound)
			return
		}
		_, _ = w.Write([]byte(r.Header.Get("X-Auth-Key")))
	})
	c := newClients(t, Options{AllowCIDRs: loopback})
	key := http.Header{"x-auth-key": {"secret"}}
	got, err := c.Fetch(t.Context(), Request{URL: base, Header: key})
	require.NoError(t, err)
	require.Equal(t, "secret", string(got.Body))
	_, err = c.Fetch(t.Context(), Request{URL: base + "/away", Header: key})
	require.Error(t, err)
	require.Empty(t, elsewhere)
}
