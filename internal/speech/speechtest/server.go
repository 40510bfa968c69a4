package speechtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// Key is the key the server demands. It is long and odd on purpose: tests look for it in errors and logs.
const Key = "sk-canary-5b1e77a0c9d2-do-not-print"

// Model is the model the server knows.
const Model = "hearing-1"

// The formats of answers, as requests name them.
const (
	Verbose  = "verbose_json"
	Diarized = "diarized_json"
	Plain    = "json"
)

// Request is one request as the server understood it.
type Request struct {
	N           int    // 0 for the first of the server's life
	Probe       bool   // the audio is none of the server's talks
	Talk        uint16 // whose audio it is
	StartMS     int    // within the talk
	EndMS       int
	Bytes       int    // of the file
	FileName    string // as sent; servers tell the format by it
	Format      string
	Granularity []string
	Prompt      string
	Language    string
	Chunking    string
}

// Stretch names the audio of a request, to count by.
type Stretch struct {
	Talk           uint16
	StartMS, EndMS int
}

// Server is a scripted speech server. It hears talks in all formats until told otherwise.
type Server struct {
	URL string // base URL, ending in /v1

	http   *httptest.Server
	closed chan struct{}

	mu       sync.Mutex
	talks    map[uint16]Talk
	script   Script
	requests []Request
}

// New starts a server that knows talks and stops with the test.
func New(t testing.TB, talks ...Talk) *Server {
	t.Helper()
	s := Start(talks...)
	t.Cleanup(s.Close)
	return s
}

// Start starts a server outside of tests; Close stops it.
func Start(talks ...Talk) *Server {
	s := &Server{closed: make(chan struct{}), talks: map[uint16]Talk{}, script: Right()}
	for _, t := range talks {
		s.talks[t.ID] = t
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/audio/transcriptions", s.transcribe)
	s.http = httptest.NewServer(mux)
	s.URL = s.http.URL + "/v1"
	return s
}

// Close stops the server and lets hanging requests go.
func (s *Server) Close() {
	close(s.closed)
	s.http.Close()
}

// Client returns an HTTP client that reaches the server.
func (s *Server) Client() *http.Client { return s.http.Client() }

// SetScript changes the behavior from the next request on.
func (s *Server) SetScript(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// Requests returns all requests so far that had audio of a talk: without probes.
func (s *Server) Requests() []Request {
	return slices.DeleteFunc(s.All(), func(r Request) bool { return r.Probe })
}

// All returns all requests so far, probes included.
func (s *Server) All() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Counts tells how often each stretch was sent.
func (s *Server) Counts() map[Stretch]int {
	out := map[Stretch]int{}
	for _, r := range s.Requests() {
		out[Stretch{r.Talk, r.StartMS, r.EndMS}]++
	}
	return out
}

// maxForm bounds what is read of a request.
const maxForm = 64 << 20

func (s *Server) transcribe(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if r.Header.Get("Authorization") != "Bearer "+Key {
		_, _ = io.Copy(io.Discard, r.Body) // so that the client reads the answer
		reply := errorReply(http.StatusUnauthorized, "Incorrect API key provided: "+r.Header.Get("Authorization"), "invalid_api_key", "")
		reply.Header = map[string]string{"Content-Type": "text/plain"}
		s.send(w, r, reply)
		return
	}
	if err := r.ParseMultipartForm(maxForm); err != nil {
		s.send(w, r, errorReply(http.StatusBadRequest, "not a form", "invalid_value", ""))
		return
	}
	request, file, err := readRequest(r)
	if err != nil {
		s.send(w, r, errorReply(http.StatusBadRequest, "Audio file might be corrupted or unsupported", "invalid_value", "file"))
		return
	}
	if r.FormValue("model") != Model {
		s.send(w, r, errorReply(http.StatusNotFound, "The model `"+r.FormValue("model")+"` does not exist", "model_not_found", "model"))
		return
	}
	answer, script := s.record(request, file)
	reply := script(answer.request)
	if reply.plain() {
		reply.Raw = answer.encode()
	}
	s.send(w, r, reply)
}

func readRequest(r *http.Request) (Request, []byte, error) {
	upload, header, err := r.FormFile("file")
	if err != nil {
		return Request{}, nil, err
	}
	defer func() { _ = upload.Close() }()
	file, err := io.ReadAll(upload)
	return Request{
		Bytes: len(file), FileName: header.Filename, Format: r.FormValue("response_format"), Prompt: r.FormValue("prompt"),
		Granularity: r.MultipartForm.Value["timestamp_granularities[]"], Language: r.FormValue("language"),
		Chunking: r.FormValue("chunking_strategy"),
	}, file, err
}

// record keeps a request and finds what is said in its file.
func (s *Server) record(r Request, file []byte) (answer, Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.N = len(s.requests)
	part, err := readStretch(file)
	talk, known := s.talks[part.talk]
	if r.Probe = err != nil || !known; !r.Probe {
		r.Talk, r.StartMS, r.EndMS = part.talk, part.startMS, part.endMS
	}
	s.requests = append(s.requests, r)
	a := answer{request: r}
	if !r.Probe {
		a.words, a.ms = talk.Within(r.StartMS, r.EndMS), r.EndMS-r.StartMS
	}
	return a, s.script
}

func (s *Server) send(w http.ResponseWriter, r *http.Request, reply Reply) {
	if reply.Hang || reply.After > 0 {
		var after <-chan time.Time
		if !reply.Hang {
			after = time.After(reply.After)
		}
		select {
		case <-r.Context().Done():
			return
		case <-s.closed:
			return
		case <-after:
		}
	}
	w.Header().Set("Content-Type", "application/json")
	for k, v := range reply.Header {
		w.Header().Set(k, v)
	}
	body := reply.Raw
	if reply.Change != nil {
		body = reply.Change(body)
	}
	if reply.CutOff {
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, body[:len(body)/2])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler) // net/http closes the connection without an end of the answer
	}
	if reply.Status != 0 {
		w.WriteHeader(reply.Status)
	}
	_, _ = io.WriteString(w, body) // a client that went away is part of some scripts
}
