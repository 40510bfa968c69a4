package uploads

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"mentionary/apiserver/gate"
	"mentionary/apiserver/refusal"
	"mentionary/internal/audio"
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
	sounds   Sounds
	slots    *semaphore.Weighted // of audio that arrives
}

// New makes the route. limits is what a viewer may upload; version puts the catalogue's version into an answer's header.
func New(
	s *store.Store, g *gate.Gate, r *refusal.Reporter, limits func(gate.Viewer) jobs.SubmitLimits,
	version func(context.Context, http.Header), sounds Sounds,
) *Route {
	return &Route{
		store: s, gate: g, refusals: r, limits: limits, version: version, room: newRoom(), sounds: sounds,
		slots: semaphore.NewWeighted(soundsAtOnce),
	}
}

// ServeHTTP takes one file, a transcript or audio: multipart/form-data with the part "file" (and perhaps "info", "title", "channel",
// "language"), or the bare file with its name in X-File-Name, percent-encoded, and the rest in the query. A transcript is
// parsed at once, so that what is wrong with it is said at once; audio is told by its content and heard later.
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
	Format   string `json:"format,omitempty"` // of audio, which is heard later
}

func (u *Route) take(w http.ResponseWriter, r *http.Request) (uploaded, error) {
	ctx, err := u.gate.Admit(r.Context(), policies.UploadFiles, r.Header)
	if err != nil {
		return uploaded{}, err
	}
	most, tooLarge := u.most()
	if r.ContentLength > most {
		return uploaded{}, tooLarge
	}
	// Not every ResponseWriter can limit the time; then the server's own limit holds.
	wait := http.NewResponseController(w)
	_ = wait.SetReadDeadline(time.Now().Add(uploadPatience + uploadTime))
	r.Body = http.MaxBytesReader(w, r.Body, most)
	leave, err := u.room.enter(ctx, min(r.ContentLength, maxUploadRequest))
	if err != nil {
		discardRest(r)
		return uploaded{}, err
	}
	left := sync.OnceFunc(leave)
	defer left()
	arriving := arrival{Route: u, viewer: gate.Of(ctx), wait: wait, leave: left}
	sent, err := readFile(r, func(f *file, format audio.Format, from io.Reader) (*sound, error) {
		return arriving.keep(ctx, f, format, from)
	})
	if err != nil {
		if sent.sound != nil {
			u.drop(sent.sound.uploadID)
		}
		discardRest(r)
		return uploaded{}, err
	}
	if sent.sound != nil {
		return u.keepSound(ctx, &sent)
	}
	var answer uploaded
	err = u.room.takeApart(ctx, sent.size, func() error {
		answer, err = u.keep(ctx, &sent)
		return err
	})
	return answer, err
}

// most is how large a request may be, and why not larger.
func (u *Route) most() (bytes int64, tooLarge error) {
	if !u.sounds.Heard {
		return maxUploadRequest, fault.New(fault.TooLarge, upload.TooLarge)
	}
	return max(maxUploadRequest, u.sounds.MaxBytes+maxInfo+1<<20), u.tooLarge()
}

// discardRest reads what is left of a request that is refused, as much as a transcript may be: browsers show an answer only after
// they have sent everything. More is not worth it; their pages look at large files before they send them.
func discardRest(r *http.Request) { _, _ = io.CopyN(io.Discard, r.Body, maxUploadRequest) }

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
