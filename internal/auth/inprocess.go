package auth

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// InProcess returns a transport that calls handler directly, for a provider that lives in the same process: discovery
// then needs neither our own listener nor a connection. Only addresses with base's scheme and host, at or below its path,
// are served; every other request fails.
func InProcess(handler http.Handler, base *url.URL) http.RoundTripper {
	return inProcess{handler: handler, scheme: base.Scheme, host: base.Host, path: strings.TrimSuffix(base.Path, "/")}
}

type inProcess struct {
	handler            http.Handler
	scheme, host, path string
}

// RoundTrip serves one request. A panic of the handler becomes an error, as the net/http server would contain it.
func (t inProcess) RoundTrip(r *http.Request) (res *http.Response, err error) {
	if r.Body != nil {
		defer func() { _ = r.Body.Close() }()
	}
	if r.URL.Scheme != t.scheme || r.URL.Host != t.host || (r.URL.Path != t.path && !strings.HasPrefix(r.URL.Path, t.path+"/")) {
		return nil, fmt.Errorf("%s://%s%s is not served in this process", r.URL.Scheme, r.URL.Host, r.URL.Path)
	}
	defer func() {
		if p := recover(); p != nil {
			res, err = nil, fmt.Errorf("the handler of %s failed: %v", r.URL.Path, p)
		}
	}()
	in := r.Clone(r.Context())
	in.RequestURI = r.URL.RequestURI()
	in.RemoteAddr = "127.0.0.1:0"
	if in.Host == "" {
		in.Host = r.URL.Host
	}
	if in.Body == nil {
		in.Body = http.NoBody
	}
	rec := &recorder{header: http.Header{}}
	t.handler.ServeHTTP(rec, in)
	return rec.response(r), nil
}

// recorder keeps an answer in memory.
type recorder struct {
	header http.Header
	sent   http.Header // the header as it was when the answer began
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status, w.sent = status, w.header.Clone()
	}
}

func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

func (w *recorder) response(r *http.Request) *http.Response {
	w.WriteHeader(http.StatusOK)
	return &http.Response{
		Status: strconv.Itoa(w.status) + " " + http.StatusText(w.status), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, Body: io.NopCloser(&w.body), ContentLength: int64(w.body.Len()), Request: r,
	}
}
