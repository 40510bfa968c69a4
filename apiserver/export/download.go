package export

import (
	"io"
	"log/slog"
	"net/http"

	"mentionary/apiserver/refusal"
	"mentionary/internal/reply"
)

// download is a file that is written while it is read.
type download struct {
	refusals    *refusal.Reporter
	log         *slog.Logger
	contentType string
	name        string
}

// send writes the file as the answer. The context of r is that of whoever was let in.
func (d download) send(w http.ResponseWriter, r *http.Request, write func(io.Writer) error) {
	w.Header().Set("Content-Type", d.contentType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+d.name+`"`)
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	body := reply.File(w, r)
	err := write(body)
	if err == nil {
		err = body.Close()
	}
	if err != nil {
		if r.Context().Err() == nil {
			d.log.ErrorContext(r.Context(), "an export broke off", "request", d.refusals.RequestID(r.Context()), "error", err)
		}
		panic(http.ErrAbortHandler) // the status is sent: only a broken connection tells that the file is not whole
	}
}
