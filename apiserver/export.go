package apiserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"mentionary/internal/store"
	"mentionary/internal/store/people"
	"mentionary/policies"
)

// export answers everything the caller owns as one JSON file: an object with a list for each sort of thing. It is written
// while it is read, so that neither side of the database nor this process holds more than a page of it.
func (s *Server) export(w http.ResponseWriter, r *http.Request) {
	ctx, err := s.admit(r.Context(), policies.ExportData, r.Header)
	var u *store.User
	if err == nil {
		u, err = s.Store.People.User(ctx, viewerOf(ctx).userID())
	}
	if err != nil {
		s.refusePlain(w, r, policies.ExportData, err)
		return
	}
	now := s.Now().UTC()
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="mentionary-data-`+now.Format(time.DateOnly)+`.json"`)
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	file := newExportFile(w)
	if err := s.writeExport(ctx, file, u, now); err != nil {
		if ctx.Err() == nil {
			s.Log.ErrorContext(ctx, "an export broke off", "request", s.RequestID(ctx), "error", err)
		}
		panic(http.ErrAbortHandler) // the status is sent: only a broken connection tells that the file is not whole
	}
}

// writeExport writes the whole file, a section after the other.
func (s *Server) writeExport(ctx context.Context, file *exportFile, u *store.User, now time.Time) error {
	own := s.Store.People.Own(u.ID)
	file.value("exportedAt", now)
	file.value("account", exportedAccount(u))
	file.list("sessions", func(add func(any) error) error {
		return own.Sessions(ctx, func(r *store.Session) error { return add(exportedSession(r)) })
	})
	file.list("accessTokens", func(add func(any) error) error {
		return own.Tokens(ctx, func(r *people.Token) error { return add(exportedToken(r)) })
	})
	file.list("favorites", func(add func(any) error) error {
		return own.Favorites(ctx, func(r people.FavoriteItem) error { return add(exportedFavorite(r)) })
	})
	file.list("follows", func(add func(any) error) error {
		return own.Follows(ctx, func(r *store.Follow) error { return add(exportedFollow(r)) })
	})
	file.list("reports", func(add func(any) error) error {
		return own.Reports(ctx, func(r *people.Report) error { return add(exportedReport(r)) })
	})
	file.list("jobs", func(add func(any) error) error {
		return own.Jobs(ctx, func(r *store.Job) error { return add(exportedJob(r)) })
	})
	file.list("jobItems", func(add func(any) error) error {
		return own.Jobs(ctx, func(j *store.Job) error {
			return own.Items(ctx, j.ID, func(r *store.JobItem) error { return add(exportedItem(r)) })
		})
	})
	file.list("uploads", func(add func(any) error) error {
		return own.Uploads(ctx, func(r *store.Upload) error {
			row, err := exportedUpload(r)
			if err != nil {
				return err
			}
			return add(row)
		})
	})
	file.list("transcriptsGiven", func(add func(any) error) error {
		return own.Transcripts(ctx, func(r *store.Transcript) error { return add(exportedTranscript(r)) })
	})
	file.list("privateEpisodes", func(add func(any) error) error {
		return own.PrivateEpisodes(ctx, func(r *store.Episode) error { return add(exportedEpisode(r)) })
	})
	file.list("privateMentions", func(add func(any) error) error {
		return own.PrivateEpisodes(ctx, func(e *store.Episode) error {
			return own.Mentions(ctx, e.ID, func(r *store.Mention) error { return add(exportedMention(e, r)) })
		})
	})
	usage, err := own.Usage(ctx)
	file.value("modelUsage", usage)
	return errors.Join(err, file.close())
}

// exportFile writes a JSON object member by member. After a failed write it does nothing more and close tells why.
type exportFile struct {
	w     *bufio.Writer
	begun bool
	err   error
}

func newExportFile(w http.ResponseWriter) *exportFile {
	return &exportFile{w: bufio.NewWriterSize(w, 64<<10)}
}

// key begins a member.
func (f *exportFile) key(name string) {
	if f.begun {
		f.text(",\n")
	} else {
		f.text("{\n")
	}
	f.begun = true
	f.text(`"` + name + `": `) // our own words, nothing to escape
}

func (f *exportFile) text(s string) {
	if f.err == nil {
		_, f.err = f.w.WriteString(s)
	}
}

func (f *exportFile) json(v any) {
	if f.err != nil {
		return
	}
	raw, err := json.Marshal(v)
	if f.err = err; err == nil {
		_, f.err = f.w.Write(raw)
	}
}

// value writes one member.
func (f *exportFile) value(name string, v any) {
	f.key(name)
	f.json(v)
}

// list writes a member that is a list, an element a line, as write hands them over.
func (f *exportFile) list(name string, write func(add func(any) error) error) {
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

func (f *exportFile) close() error {
	f.text("\n}\n")
	if f.err == nil {
		f.err = f.w.Flush()
	}
	return f.err
}
