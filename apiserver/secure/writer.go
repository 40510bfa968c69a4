package secure

import "net/http"

// writer watches the beginning of an answer: it runs begin once before the header goes out and knows what was sent.
type writer struct {
	http.ResponseWriter
	begin  func(http.Header)
	status int // 0 until the answer has begun
	bytes  int64
}

// WriteHeader begins the answer. Informational answers (1xx) do not count as the beginning.
func (w *writer) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
		if w.begin != nil {
			w.begin(w.Header())
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write begins the answer with 200 when nothing else was said.
func (w *writer) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Flush sends what was written so far; streams need it.
func (w *writer) Flush() {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	flush(w.ResponseWriter)
}

// Unwrap gives http.ResponseController the writer below.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// flush ignores writers that cannot flush: there is nothing they hold back that we could send.
func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }
