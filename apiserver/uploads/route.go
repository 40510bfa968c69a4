package uploads

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"mentionary/apiserver/gate"
	"mentionary/apiserver/refusal"
	"mentionary/internal/fault"
	"mentionary/internal/source/upload"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/policies"
)

// Route is POST /api/uploads.
type Route struct {
	store    *store.Store
	gate     *gate.Gate
	refusals *refusal.Reporter
	limits   func(gate.Viewer) jobs.SubmitLimits
	version  func(context.Context, http.Header) // tells the writer the catalogue's version
	room     *room
}

// New makes the route. limits is what a viewer may upload; version puts the catalogue's version into an answer's header.
func New(
	s *store.Store, g *gate.Gate, r *refusal.Reporter, limits func(gate.Viewer) jobs.SubmitLimits,
	version func(context.Context, http.Header),
) *Route {
	return &Route{store: s, gate: g, refusals: r, limits: limits, version: version, room: newRoom()}
}

// ServeHTTP takes one transcript file: multipart/form-data with the part "file" (and perhaps "info", "title", "channel",
// "language"), or the bare file with its name in X-File-Name, percent-encoded, and the rest in the query. It is parsed
// at once, so that what is wrong with it is said at once.
func (u *Route) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, err := u.take(w, r)
	if err != nil {
		if r.Context().Err() != nil {
			err = fault.Wrap(fault.BadInput, err, "The upload was canceled.")
		}
		u.refusals.Plain(w, r, policies.UploadFiles, err)
		return
	}
	u.version(r.Context(), w.Header())
	// Marshaling texts and numbers cannot fail; writing fails only when the caller has gone away.
	body, _ := json.Marshal(answer)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body)
}

type uploaded struct {
	UploadID string `json:"uploadId"`
	Title    string `json:"title"`
	Cues     int    `json:"cues"`
	Duration int    `json:"duration"` // seconds, 0 when the file has no times
	Language string `json:"language"`
}

func (u *Route) take(w http.ResponseWriter, r *http.Request) (uploaded, error) {
	ctx, err := u.gate.Admit(r.Context(), policies.UploadFiles, r.Header)
	if err != nil {
		return uploaded{}, err
	}
	if r.ContentLength > maxUploadRequest {
		return uploaded{}, fault.New(fault.TooLarge, upload.TooLarge)
	}
	// Not every ResponseWriter can limit the time; then the server's own limit holds.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadPatience + uploadTime))
	r.Body = http.MaxBytesReader(w, r.Body, maxUploadRequest)
	leave, err := u.room.enter(ctx, r.ContentLength)
	if err != nil {
		discardRest(r)
		return uploaded{}, err
	}
	defer leave()
	sent, err := readFile(r)
	if err != nil {
		discardRest(r)
		return uploaded{}, err
	}
	var answer uploaded
	err = u.room.takeApart(ctx, sent.size, func() error {
		answer, err = u.keep(ctx, &sent)
		return err
	})
	return answer, err
}

// discardRest reads what is left of a request that is refused, within the limit: browsers show an answer only after they
// have sent everything.
func discardRest(r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }

// keep takes a file apart and stores it.
func (u *Route) keep(ctx context.Context, f *file) (uploaded, error) {
	defer func() { f.raw, f.text = "", nil }() // what is not needed any more can be given back before the next file
	if err := f.takeApart(); err != nil {
		return uploaded{}, err
	}
	v := gate.Of(ctx)
	episode, limits := f.episode(v.PublicID()), u.limits(v)
	made, err := u.store.Jobs.CreateUpload(ctx, jobs.NewUpload{
		UserID: v.UserID(), FileName: f.name, Hash: f.hash, Size: f.size, Episode: episode, Transcript: *f.text,
		Limit: limits.Uploads, LimitBytes: limits.UploadBytes,
	})
	if err != nil {
		return uploaded{}, err
	}
	return uploaded{
		UploadID: made.Key, Title: episode.Title, Cues: len(f.text.Cues), Duration: int(lastSecond(*f.text).Seconds()),
		Language: f.text.Language,
	}, nil
}
