package export

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"mentionary/apiserver/gate"
	"mentionary/apiserver/refusal"
	"mentionary/internal/store"
	"mentionary/policies"
)

// Route is GET /api/user/export.
type Route struct {
	store    *store.Store
	gate     *gate.Gate
	refusals *refusal.Reporter
	now      func() time.Time
	log      *slog.Logger
}

// New makes the route.
func New(s *store.Store, g *gate.Gate, r *refusal.Reporter, now func() time.Time, log *slog.Logger) *Route {
	return &Route{store: s, gate: g, refusals: r, now: now, log: log}
}

// ServeHTTP sends everything the caller owns as one JSON file: an object with a list for each sort of thing. It is written
// while it is read, so that neither side of the database nor this process holds more than a page of it.
func (e *Route) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, err := e.gate.Admit(r.Context(), policies.ExportData, r.Header)
	var u *store.User
	if err == nil {
		u, err = e.store.People.User(ctx, gate.Of(ctx).UserID())
	}
	if err != nil {
		e.refusals.Plain(w, r, policies.ExportData, err)
		return
	}
	now := e.now().UTC()
	d := download{e.refusals, e.log, "application/json; charset=utf-8", "mentionary-data-" + now.Format(time.DateOnly) + ".json"}
	d.send(w, r.WithContext(ctx), func(body io.Writer) error { return e.write(ctx, newFile(body), u, now) })
}

// write writes the whole file, a section after the other.
func (e *Route) write(ctx context.Context, out *file, u *store.User, now time.Time) error {
	own := e.store.People.Own(u.ID)
	out.value("exportedAt", now)
	out.value("account", exportedAccount(u))
	out.list("sessions", rows(ctx, own.Sessions, exportedSession))
	out.list("accessTokens", rows(ctx, own.Tokens, exportedToken))
	out.list("favorites", rows(ctx, own.Favorites, exportedFavorite))
	out.list("follows", rows(ctx, own.Follows, exportedFollow))
	out.list("reports", rows(ctx, own.Reports, exportedReport))
	out.list("jobs", rows(ctx, own.Jobs, exportedJob))
	out.list("jobItems", func(add func(any) error) error {
		return own.Jobs(ctx, func(j *store.Job) error {
			return own.Items(ctx, j.ID, func(r *store.JobItem) error { return add(exportedItem(r)) })
		})
	})
	out.list("batches", rows(ctx, own.Batches, exportedBatch))
	out.list("uploads", func(add func(any) error) error {
		return own.Uploads(ctx, func(r *store.Upload) error {
			row, err := exportedUpload(r)
			if err != nil {
				return err
			}
			return add(row)
		})
	})
	out.list("transcriptsGiven", rows(ctx, own.Transcripts, exportedTranscript))
	out.list("privateEpisodes", rows(ctx, own.PrivateEpisodes, exportedEpisode))
	out.list("privateMentions", func(add func(any) error) error {
		return own.PrivateEpisodes(ctx, func(e *store.Episode) error {
			return own.Mentions(ctx, e.ID, func(r *store.Mention) error { return add(exportedMention(e, r)) })
		})
	})
	usage, err := own.Usage(ctx)
	out.value("modelUsage", usage)
	return errors.Join(err, out.close())
}

// rows writes a list whose rows are read one by one, each as row shows it.
func rows[R any](ctx context.Context, read func(context.Context, func(R) error) error, row func(R) any) func(func(any) error) error {
	return func(add func(any) error) error {
		return read(ctx, func(r R) error { return add(row(r)) })
	}
}

// file writes a JSON object member by member. After a failed write it does nothing more and close tells why.
type file struct {
	w     *bufio.Writer
	begun bool
	err   error
}

func newFile(w io.Writer) *file {
	return &file{w: bufio.NewWriterSize(w, 64<<10)}
}

// key begins a member.
func (f *file) key(name string) {
	if f.begun {
		f.text(",\n")
	} else {
		f.text("{\n")
	}
	f.begun = true
	f.text(`"` + name + `": `) // our own words, nothing to escape
}

func (f *file) text(s string) {
	if f.err == nil {
		_, f.err = f.w.WriteString(s)
	}
}

func (f *file) json(v any) {
	if f.err != nil {
		return
	}
	raw, err := json.Marshal(v)
	if f.err = err; err == nil {
		_, f.err = f.w.Write(raw)
	}
}

// value writes one member.
func (f *file) value(name string, v any) {
	f.key(name)
	f.json(v)
}

// list writes a member that is a list, an element a line, as write hands them over.
func (f *file) list(name string, write func(add func(any) error) error) {
	f.key(name)
	f.text("[")
	before := "\n"
	if f.err == nil {
		err := write(func(v any) error {
			f.text(before)
			before = ",\n"
			f.json(v)
			return f.err
		})
		f.err = errors.Join(f.err, err)
	}
	f.text("]")
}

func (f *file) close() error {
	f.text("\n}\n")
	if f.err == nil {
		f.err = f.w.Flush()
	}
	return f.err
}
