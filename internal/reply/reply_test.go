package reply_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/reply"
)

var long = []byte(`"` + strings.Repeat("long ", 1000) + `"`)

// forms are the ways to make a reply of a text.
var forms = map[string]func(text []byte, r *http.Request) reply.Reply{
	"kept":    func(text []byte, _ *http.Request) reply.Reply { return reply.New(text) },
	"for one": reply.ForOne,
}

func ask(method, accept, known string) *http.Request {
	r := httptest.NewRequest(method, "/", nil)
	r.Header.Set("Accept-Encoding", accept)
	r.Header.Set("If-None-Match", known)
	return r
}

func send(x reply.Reply, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/json")
	x.Send(w, r)
	return w
}

func unzip(t *testing.T, body io.Reader) string {
	t.Helper()
	z, err := gzip.NewReader(body)
	require.NoError(t, err)
	b, err := io.ReadAll(z)
	require.NoError(t, err)
	return string(b)
}

func TestLongTextsAreCompressedForThoseWhoAcceptIt(t *testing.T) {
	t.Parallel()
	for form, make := range forms {
		for accept, zipped := range map[string]bool{
			"gzip": true, "GZIP": true, "br, gzip;q=0.5": true, "br": false, "gzip;q=0, br": false, "gzip; q=0": false, "": false, "xgzip": false,
		} {
			r := ask(http.MethodGet, accept, "")
			w := send(make(long, r), r)
			require.Equal(t, http.StatusOK, w.Code)
			require.Equal(t, []string{"Accept-Encoding"}, w.Header().Values("Vary"), "also where it was not accepted")
			require.Equal(t, strconv.Itoa(w.Body.Len()), w.Header().Get("Content-Length"))
			require.Equal(t, zipped, w.Header().Get("Content-Encoding") == "gzip", "%s, accepting %q", form, accept)
			if zipped {
				require.Less(t, w.Body.Len(), 200)
				require.Equal(t, string(long), unzip(t, w.Body))
			} else {
				require.Equal(t, string(long), w.Body.String())
			}
		}
		r := ask(http.MethodGet, "gzip", "")
		short := send(make([]byte("{}"), r), r)
		require.Equal(t, "{}", short.Body.String(), "a few bytes are not worth it")
		require.Empty(t, short.Header().Get("Content-Encoding")+short.Header().Get("Vary"))
	}
	picture := send(reply.Raw(long), ask(http.MethodGet, "gzip", ""))
	require.Equal(t, string(long), picture.Body.String(), "compressed once is enough")
}

func TestWhatWasCompressedBeforehandIsPreferred(t *testing.T) {
	t.Parallel()
	x := reply.New(long).WithBrotli([]byte("packed"))
	tags := map[string]bool{}
	for accept, coding := range map[string]string{"gzip, deflate, br, zstd": "br", "gzip": "gzip", "br;q=0, gzip": "gzip", "": ""} {
		w := send(x, ask(http.MethodGet, accept, ""))
		require.Equal(t, coding, w.Header().Get("Content-Encoding"), accept)
		require.Equal(t, []string{"Accept-Encoding"}, w.Header().Values("Vary"))
		if coding == "br" {
			require.Equal(t, "packed", w.Body.String())
		}
		tags[w.Header().Get("ETag")] = true
		again := send(x, ask(http.MethodGet, accept, w.Header().Get("ETag")))
		require.Equal(t, http.StatusNotModified, again.Code, accept)
	}
	require.Len(t, tags, 3, "each form has its tag")
}

func TestWhoNamesTheTagGetsNoBody(t *testing.T) {
	t.Parallel()
	for form, make := range forms {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			get := func(accept, known string) *httptest.ResponseRecorder {
				r := ask(http.MethodGet, accept, known)
				return send(make(long, r), r)
			}
			plain, zipped := get("", "").Header().Get("ETag"), get("gzip", "").Header().Get("ETag")
			if form == "kept" {
				require.Regexp(t, `^"[A-Za-z0-9_-]{22}"$`, plain)
				require.Equal(t, strings.TrimSuffix(plain, `"`)+`-gzip"`, zipped, "other bytes, another strong tag")
				require.Equal(t, http.StatusOK, get("", zipped).Code)
			} else {
				require.Regexp(t, `^W/"[A-Za-z0-9_-]{22}"$`, plain)
				require.Equal(t, plain, zipped)
			}
			for accept, tag := range map[string]string{"": plain, "gzip": zipped} {
				strong := strings.TrimPrefix(tag, "W/")
				for _, known := range []string{tag, `"other", ` + tag, "W/" + strong, strong, "*"} {
					w := get(accept, known)
					require.Equal(t, http.StatusNotModified, w.Code, known)
					require.Zero(t, w.Body.Len())
					require.Equal(t, tag, w.Header().Get("ETag"))
					require.Empty(t, w.Header().Get("Content-Type")+w.Header().Get("Content-Encoding")+w.Header().Get("Content-Length"))
				}
				require.Equal(t, http.StatusOK, get(accept, `"other"`).Code)
			}
			r := ask(http.MethodHead, "gzip", "")
			head := send(make(long, r), r)
			require.Zero(t, head.Body.Len())
			require.Equal(t, get("gzip", "").Header(), head.Header())
		})
	}
	r := ask(http.MethodPost, "gzip", "*")
	changed := send(reply.ForOne(long, r), r)
	require.Equal(t, http.StatusOK, changed.Code, "a change is not answered with 304")
	require.Empty(t, changed.Header().Get("ETag"))
	require.Equal(t, string(long), unzip(t, changed.Body))
}

func TestFilesAreReadInRanges(t *testing.T) {
	t.Parallel()
	r := ask(http.MethodGet, "", "")
	r.Header.Set("Range", "bytes=1-4")
	w := httptest.NewRecorder()
	reply.New(long).SendRange(w, r)
	require.Equal(t, http.StatusPartialContent, w.Code)
	require.Equal(t, "long", w.Body.String())
	known := ask(http.MethodGet, "", w.Header().Get("ETag"))
	again := httptest.NewRecorder()
	reply.New(long).SendRange(again, known)
	require.Equal(t, http.StatusNotModified, again.Code)
}

func TestFilesAreCompressedWhileTheyAreWritten(t *testing.T) {
	t.Parallel()
	for accept, read := range map[string]func(*bytes.Buffer) string{
		"":     func(b *bytes.Buffer) string { return b.String() },
		"gzip": func(b *bytes.Buffer) string { return unzip(t, b) },
	} {
		w := httptest.NewRecorder()
		f := reply.File(w, ask(http.MethodGet, accept, ""))
		for range 3 {
			_, err := f.Write(long)
			require.NoError(t, err)
		}
		require.NoError(t, f.Close())
		require.Equal(t, strings.Repeat(string(long), 3), read(w.Body))
		require.Equal(t, accept, w.Header().Get("Content-Encoding"))
		require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))
	}
}

func TestARecorderGetsTheTextItself(t *testing.T) {
	t.Parallel()
	text := append(make([]byte, 0, 2*len(long)), long...)
	for name, form := range forms {
		r := ask(http.MethodGet, "gzip", "*")
		rec := reply.NewRecorder()
		form(text, r).SendAs(rec, r, http.StatusAccepted)
		require.Equal(t, http.StatusAccepted, rec.Status, name)
		require.Empty(t, rec.Header(), "whoever sends it on chooses the form")
		require.Equal(t, string(long), rec.Body.String())
		_, err := rec.Write([]byte("more"))
		require.NoError(t, err)
		require.NotContains(t, string(text[:cap(text)]), "more", "the text is somebody else's")
	}
}
