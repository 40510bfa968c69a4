package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// Batch is a batch as the server keeps it.
type Batch struct {
	ID     string
	Key    string // "mentionary" of its metadata
	Status string
	Lines  []string // that were asked for
	Output string   // the file of answers
	Looks  int      // how often it was asked for
}

// batches are those of a server.
type batches struct {
	all    []*Batch // the oldest first
	files  [][]string
	refuse int
	broken bool
}

func (s *Server) serveBatches(mux *http.ServeMux) {
	for pattern, handle := range map[string]func(http.ResponseWriter, *http.Request){
		"POST /v1/files": s.takeFile, "GET /v1/files/{id}/content": s.sendFile, "POST /v1/batches": s.takeBatch,
		"GET /v1/batches": s.listBatches, "GET /v1/batches/{id}": s.sendBatch, "POST /v1/batches/{id}/cancel": s.cancelBatch,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			defer s.mu.Unlock()
			switch {
			case r.Header.Get("Authorization") != "Bearer "+Key:
				send(w, http.StatusUnauthorized, nil, errorBody("Incorrect API key provided", "invalid_api_key"))
			case s.batches.refuse != 0:
				send(w, s.batches.refuse, nil, errorBody("Failed for key "+Key, "not_found"))
			default:
				handle(w, r)
			}
		})
	}
}

// RefuseBatches answers everything about files and batches with a status; 0 ends that.
func (s *Server) RefuseBatches(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches.refuse = status
}

// BreakBatches makes a batch and answers that it could not, once.
func (s *Server) BreakBatches() { s.mu.Lock(); defer s.mu.Unlock(); s.batches.broken = true }

// Batches returns copies of all batches, the oldest first.
func (s *Server) Batches() []Batch {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Batch
	for _, b := range s.batches.all {
		out = append(out, *b)
	}
	return out
}

// EndBatches ends all batches that are under way with a status, after so many lines of each were answered as the script says.
func (s *Server) EndBatches(status string, lines int) {
	for i, b := range s.Batches() {
		if slices.Contains([]string{"completed", "cancelled", "expired"}, b.Status) {
			continue
		}
		var output strings.Builder
		for _, l := range b.Lines[:min(lines, len(b.Lines))] {
			output.WriteString(s.answerLine(l) + "\n")
		}
		s.SetBatch(i, status, output.String())
	}
}

// SetBatch changes a batch, counted from 0: its state and its file of answers.
func (s *Server) SetBatch(i int, status, output string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches.all[i].Status, s.batches.all[i].Output = status, output
}

// answerLine asks the script what a line asks for.
func (s *Server) answerLine(line string) string {
	var l struct {
		Name string  `json:"custom_id"`
		Body request `json:"body"`
	}
	_ = json.Unmarshal([]byte(line), &l)
	call, script := s.record(&http.Request{}, l.Body)
	reply := script(call)
	call.CompletionTokens = count(reply.Content)
	s.mu.Lock()
	s.calls[call.N].CompletionTokens = call.CompletionTokens
	s.mu.Unlock()
	return fmt.Sprintf(`{"id":"req","custom_id":%q,"response":{"status_code":200,"request_id":"r","body":%s},"error":null}`,
		l.Name, completion(call, reply))
}

func (s *Server) takeFile(w http.ResponseWriter, r *http.Request) {
	f, _, err := r.FormFile("file")
	if err != nil || r.FormValue("purpose") != "batch" {
		send(w, http.StatusBadRequest, nil, errorBody("no file", "bad_file"))
		return
	}
	all, _ := io.ReadAll(f)
	lines := strings.Split(strings.TrimSpace(string(all)), "\n")
	s.batches.files = append(s.batches.files, lines)
	send(w, http.StatusOK, nil, fmt.Sprintf(`{"id":"file-%d","object":"file"}`, len(s.batches.files)-1))
}

func (s *Server) takeBatch(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Input    string            `json:"input_file_id"`
		Endpoint string            `json:"endpoint"`
		Window   string            `json:"completion_window"`
		Metadata map[string]string `json:"metadata"`
	}
	var n int
	_ = json.NewDecoder(r.Body).Decode(&q)
	if _, err := fmt.Sscanf(q.Input, "file-%d", &n); err != nil || q.Endpoint != "/v1/chat/completions" || q.Window != "24h" {
		send(w, http.StatusBadRequest, nil, errorBody("bad batch", "bad_batch"))
		return
	}
	b := &Batch{
		ID: fmt.Sprintf("batch_%d", len(s.batches.all)), Key: q.Metadata["mentionary"], Status: "validating", Lines: s.batches.files[n],
	}
	s.batches.all = append(s.batches.all, b)
	if s.batches.broken {
		s.batches.broken = false
		send(w, http.StatusBadGateway, nil, errorBody("broken", "broken"))
		return
	}
	send(w, http.StatusOK, nil, b.json())
}

func (s *Server) listBatches(w http.ResponseWriter, _ *http.Request) {
	var all []string
	for _, b := range slices.Backward(s.batches.all) {
		all = append(all, b.json())
	}
	send(w, http.StatusOK, nil, `{"object":"list","has_more":false,"data":[`+strings.Join(all, ",")+`]}`)
}

// known runs an answer about the batch that a request names.
func (s *Server) known(w http.ResponseWriter, id string, answer func(b *Batch)) {
	for _, b := range s.batches.all {
		if b.ID == id || "out-"+b.ID == id {
			answer(b)
			return
		}
	}
	send(w, http.StatusNotFound, nil, errorBody("no such batch", "not_found"))
}

func (s *Server) sendBatch(w http.ResponseWriter, r *http.Request) {
	s.known(w, r.PathValue("id"), func(b *Batch) { b.Looks++; send(w, http.StatusOK, nil, b.json()) })
}

func (s *Server) cancelBatch(w http.ResponseWriter, r *http.Request) {
	s.known(w, r.PathValue("id"), func(b *Batch) { b.Status = "cancelling"; send(w, http.StatusOK, nil, b.json()) })
}

func (s *Server) sendFile(w http.ResponseWriter, r *http.Request) {
	s.known(w, r.PathValue("id"), func(b *Batch) {
		send(w, http.StatusOK, map[string]string{"Content-Type": "application/octet-stream"}, b.Output)
	})
}

func (b *Batch) json() string {
	output := "null"
	if b.Output != "" {
		output = `"out-` + b.ID + `"`
	}
	return fmt.Sprintf(`{"id":%q,"object":"batch","status":%q,"output_file_id":%s,"error_file_id":null,"metadata":{"mentionary":%q}}`,
		b.ID, b.Status, output, b.Key)
}
