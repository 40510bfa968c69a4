package llmtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Key is the key the server demands. It is long and odd on purpose: tests look for it in errors and logs.
const Key = "sk-canary-7f3a91c2d4e6-do-not-print"

// Model is the model the server knows.
const Model = "scripted-1"

// The ways of asking for JSON, as requests name them.
const (
	FormatSchema = "json_schema"
	FormatObject = "json_object"
	FormatNone   = ""
)

// Call is one request as the server understood it.
type Call struct {
	N        int    // 0 for the first of the server's life
	Format   string // FormatSchema, FormatObject or FormatNone
	Model    string
	System   string
	User     string
	Messages int               // number of messages
	Chunk    string            // the transcript part between the markers
	Probe    bool              // the chunk is the fixed probe of package llm
	Repair   bool              // the conversation already holds an answer
	Retries  string            // X-Stainless-Retry-Count as sent
	OpenAI   map[string]string // headers that variables of the client library could have added

	PromptTokens     int
	CachedTokens     int
	CompletionTokens int
}

// Reply is what a script wants sent. The zero value of Status means 200 with Content as a chat completion.
type Reply struct {
	Content      string
	FinishReason string // "stop" when empty
	Refusal      string
	Status       int
	Header       map[string]string
	Raw          string // sent as it is in place of a chat completion
	Hang         bool   // answer nothing until the client goes away or the server closes
}

// Script answers a call. It may be called from several goroutines.
type Script func(Call) Reply

// Server is a scripted model server.
type Server struct {
	URL string // base URL, ending in /v1

	http   *httptest.Server
	closed chan struct{}
	cache  prefixCache

	mu      sync.Mutex
	script  Script
	calls   []Call
	batches batches
}

// New starts a server that stops with the test.
func New(t testing.TB, script Script) *Server {
	t.Helper()
	s := Start(script)
	t.Cleanup(s.Close)
	return s
}

// Start starts a server outside of tests; Close stops it.
func Start(script Script) *Server {
	s := &Server{script: script, closed: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	s.serveBatches(mux)
	s.http = httptest.NewServer(mux)
	s.URL = s.http.URL + "/v1"
	return s
}

// Close stops the server and lets hanging calls go.
func (s *Server) Close() {
	close(s.closed)
	s.http.Close()
}

// Client returns an HTTP client that reaches the server.
func (s *Server) Client() *http.Client { return s.http.Client() }

// SetScript changes the behavior from the next call on.
func (s *Server) SetScript(script Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// Calls returns a copy of all calls so far, probes included.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

// Paid returns the calls that were not probes.
func (s *Server) Paid() []Call {
	var out []Call
	for _, c := range s.Calls() {
		if !c.Probe {
			out = append(out, c)
		}
	}
	return out
}

// FreshTokens is what the calls so far cost in prompt tokens, cached ones counted at a tenth.
func (s *Server) FreshTokens() float64 {
	var sum float64
	for _, c := range s.Calls() {
		sum += float64(c.PromptTokens-c.CachedTokens) + 0.1*float64(c.CachedTokens)
	}
	return sum
}

// request is the part of a chat request that matters here.
type request struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	ResponseFormat struct {
		Type       string          `json:"type"`
		JSONSchema json.RawMessage `json:"json_schema"`
	} `json:"response_format"`
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+Key {
		send(w, http.StatusUnauthorized, nil, errorBody("Incorrect API key provided: "+r.Header.Get("Authorization"), "invalid_api_key"))
		return
	}
	var q request
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		send(w, http.StatusBadRequest, nil, errorBody("not JSON", "bad_json"))
		return
	}
	if q.Model != Model {
		send(w, http.StatusNotFound, nil, errorBody("The model `"+q.Model+"` does not exist", "model_not_found"))
		return
	}
	call, script := s.record(r, q)
	reply := script(call)
	if reply.Hang {
		select {
		case <-r.Context().Done():
		case <-s.closed:
		}
		return
	}
	if reply.Raw != "" || reply.Status != 0 {
		status := reply.Status
		if status == 0 {
			status = http.StatusOK
		}
		send(w, status, reply.Header, reply.Raw)
		return
	}
	call.CompletionTokens = count(reply.Content)
	s.mu.Lock()
	s.calls[call.N].CompletionTokens = call.CompletionTokens
	s.mu.Unlock()
	send(w, http.StatusOK, reply.Header, completion(call, reply))
}

var chunkMarker = regexp.MustCompile(`(?s)(=== transcript [0-9a-f]{12} ===)\n(.*)\n=== transcript [0-9a-f]{12} ===$`)

// probeMarker marks the chunk of probes: a code no hash is likely to have.
const probeMarker = "=== transcript 000000000000 ==="

// record keeps a call and counts its tokens.
func (s *Server) record(r *http.Request, q request) (Call, Script) {
	c := Call{
		Format: q.ResponseFormat.Type, Model: q.Model, Messages: len(q.Messages), Retries: r.Header.Get("X-Stainless-Retry-Count"),
		OpenAI: map[string]string{},
	}
	for name, values := range r.Header {
		if strings.HasPrefix(name, "Openai-") || strings.HasPrefix(name, "X-Canary") {
			c.OpenAI[name] = values[0]
		}
	}
	var prompt strings.Builder
	prompt.Write(q.ResponseFormat.JSONSchema) // providers put the schema before everything else
	for _, m := range q.Messages {
		prompt.WriteString(m.Role + "\n" + m.Content + "\n")
		switch {
		case m.Role == "system" && c.System == "":
			c.System = m.Content
		case m.Role == "user" && c.User == "":
			c.User = m.Content
		case m.Role == "assistant":
			c.Repair = true
		}
	}
	if m := chunkMarker.FindStringSubmatch(c.User); m != nil {
		c.Probe, c.Chunk = m[1] == probeMarker, m[2]
	}
	tokens := encode(prompt.String())
	s.mu.Lock()
	defer s.mu.Unlock()
	c.N = len(s.calls)
	c.PromptTokens, c.CachedTokens = len(tokens), s.cache.hit(tokens)
	s.calls = append(s.calls, c)
	return c, s.script
}

func send(w http.ResponseWriter, status int, header map[string]string, body string) {
	w.Header().Set("Content-Type", "application/json")
	for k, v := range header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body)) // a client that went away is part of some scripts
}

func errorBody(message, code string) string {
	b, _ := json.Marshal(map[string]any{"error": map[string]any{
		"message": message, "type": "invalid_request_error", "code": code,
		"param": nil,
	}})
	return string(b)
}

func completion(c Call, r Reply) string {
	finish := r.FinishReason
	if finish == "" {
		finish = "stop"
	}
	var refusal any
	if r.Refusal != "" {
		refusal = r.Refusal
	}
	b, _ := json.Marshal(map[string]any{
		"id": "chatcmpl-" + strconv.Itoa(c.N), "object": "chat.completion", "created": 1, "model": c.Model,
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": finish,
			"message": map[string]any{"role": "assistant", "content": r.Content, "refusal": refusal},
		}},
		"usage": map[string]any{
			"prompt_tokens": c.PromptTokens, "completion_tokens": c.CompletionTokens, "total_tokens": c.PromptTokens + c.CompletionTokens,
			"prompt_tokens_details":     map[string]any{"cached_tokens": c.CachedTokens},
			"completion_tokens_details": map[string]any{"reasoning_tokens": 0},
		},
	})
	return string(b)
}
