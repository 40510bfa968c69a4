package activities

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"mentionary/internal/audio"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/speech"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/telemetry"
	"mentionary/internal/transcript"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// Listen makes transcripts of audio where there is no other: it fetches the audio, has a speech server hear it piece by piece, and
// joins what was heard. What was heard is in rows; the file is only there to be cut, and any worker that lacks it fetches it.
type Listen struct {
	Store  *store.Store
	Server speech.Server // nil: nobody hears
	// Fetch brings the audio at an address to this machine under a name, or returns at once when it is there.
	Fetch func(ctx context.Context, address, name string, progress func(bytes int64)) (audio.File, error)
	// Take does the same with what a source writes.
	Take func(
		ctx context.Context, name string, write func(ctx context.Context, to io.Writer) error, progress func(bytes int64),
	) (audio.File, error)
	Sources  Sources // those that bring audio by themselves are asked for it
	Remove   func(name string) error
	Tools    audio.Tools
	Language string        // that is spoken where the source does not tell, BCP 47; empty: the server finds out
	Longest  time.Duration // of one episode
	Now      func() time.Time
	Metrics  *telemetry.Metrics
	Log      *slog.Logger

	refused refusal
}

const (
	maxHearingCalls = 5 // a piece may cost, over all tries of its activity
	progressEvery   = 2 * time.Second
	// bytesPerMS is how much audio of unknown length has at least: 16 kbit/s.
	bytesPerMS = 2
	// reserveExtra is what is reserved of a piece beyond its length, as a share of it: pieces that are cut smaller overlap.
	reserveExtra = 10
)

// PrepareAudio fetches the audio of the run's episode and plans the pieces in which it is heard.
//
// Idempotent: the plan of the same audio stays, with what is heard of it.
func (a *Listen) PrepareAudio(ctx context.Context, in RunStage) (AudioPlan, error) {
	w, err := a.Store.Jobs.RunWork(ctx, in.RunID)
	if err != nil {
		return AudioPlan{}, err
	}
	if err := a.stillHears(w); err != nil {
		return AudioPlan{}, err
	}
	f, err := a.fetch(ctx, w, a.showFetch(ctx, in))
	if err != nil {
		return AudioPlan{}, err
	}
	if longest := int(a.Longest.Milliseconds()); longest > 0 && f.DurationMS > longest {
		return AudioPlan{}, notHeard(w, fmt.Sprintf("The audio is %s long, and at most %s are listened to.",
			wording.Length(f.DurationMS), wording.Length(longest)))
	}
	limits := a.Server.Limits()
	pieces, err := audio.Plan(ctx, f, a.Tools, limits.MaxBytes, limits.MaxMS)
	if err != nil {
		return AudioPlan{}, a.unheard(w, err)
	}
	if len(pieces) == 0 {
		return AudioPlan{}, notHeard(w, nothingSaid)
	}
	plan := make([]jobs.Stretch, 0, len(pieces))
	for _, p := range pieces {
		plan = append(plan, jobs.Stretch{StartMS: p.StartMS, EndMS: p.EndMS})
	}
	return AudioPlan{Pieces: len(pieces)}, a.Store.Jobs.PlanHearing(ctx, in.RunID, a.digest(w.Episode, f), plan)
}

// fetch brings the audio of a run's episode to this machine.
func (a *Listen) fetch(ctx context.Context, w jobs.RunWork, progress func(int64)) (audio.File, error) {
	f, err := a.bring(ctx, w, progress)
	if err != nil {
		return f, a.unheard(w, err)
	}
	return f, nil
}

func (a *Listen) language(e *store.Episode) string { return cmp.Or(e.Language, a.Language) }

// showFetch tells at the stage how much of the audio is here.
func (a *Listen) showFetch(ctx context.Context, in RunStage) func(bytes int64) {
	var last time.Time
	return func(bytes int64) {
		now := a.Now()
		if now.Sub(last) < progressEvery {
			return
		}
		last = now
		text := fmt.Sprintf("%s: %.0f MB so far.", work.FetchingAudio, float64(bytes)/1e6)
		err := a.Store.Jobs.SetStep(ctx, in.RunID, in.Stage, jobs.StepProgress{State: work.StepRunning, Text: text})
		if err != nil && ctx.Err() == nil {
			a.Log.Warn("the progress of a fetch could not be recorded", "run", in.RunID, "error", err)
		}
	}
}

// HearPiece has one piece of a run's audio heard and keeps what is said in it. A piece that is heard costs nothing again.
//
// Idempotent: what was heard, and what it cost, are keyed by run and piece.
func (a *Listen) HearPiece(ctx context.Context, in PieceInput) error {
	w, err := a.Store.Jobs.RunWork(ctx, in.RunID)
	if err != nil {
		return err
	}
	if err := a.stillHears(w); err != nil {
		return err
	}
	planned, err := a.Store.Jobs.Hearings(ctx, in.RunID)
	if err != nil {
		return err
	}
	if in.Piece >= len(planned) {
		return jobs.ErrOtherAudio
	}
	row := planned[in.Piece]
	if row.HeardAt != nil {
		return nil
	}
	if err := a.Store.Jobs.ResumeStep(ctx, in.RunID, in.Stage); err != nil { // the wait for this attempt is over
		return err
	}
	f, err := a.fetch(ctx, w, func(int64) {})
	if err != nil {
		return err
	}
	if a.digest(w.Episode, f) != row.Audio {
		return jobs.ErrOtherAudio
	}
	return a.hear(ctx, w, row, f)
}

// hear pays for a piece and keeps it.
func (a *Listen) hear(ctx context.Context, w jobs.RunWork, row *store.Hearing, f audio.File) error {
	if err := a.refused.lately(a.Now()); err != nil {
		return err
	}
	piece := audio.Piece{Number: row.Number, StartMS: row.StartMs, EndMS: row.EndMs}
	hints, err := a.hints(ctx, w.Episode)
	if err != nil {
		return err
	}
	calls, err := a.Store.Jobs.ReserveSpeech(ctx, w.Run.ID, row.Number, a.Server.Name(), toReserve(piece, f))
	if err != nil {
		return err
	}
	if calls >= maxHearingCalls {
		failed := notHeard(w, "The speech server has failed at a part of the audio too often.")
		return errors.Join(failed, a.settle(ctx, w.Run.ID, row.Number, jobs.Listened{}))
	}
	asked := a.Now()
	heard, err := speech.Hear(ctx, a.Server, f, piece, a.Tools, hints)
	a.Metrics.Heard(a.Server.Name(), time.Duration(heard.MS)*time.Millisecond, a.Now().Sub(asked))
	took := jobs.Listened{MS: heard.MS, Calls: 1}
	if err != nil {
		if heard.MS == 0 && turnedAway(err) {
			took.Calls = 0
		}
		a.refused.note(err, a.Now())
		return errors.Join(a.unheardByServer(w, err), a.settle(ctx, w.Run.ID, row.Number, took))
	}
	err = a.Store.Jobs.SaveHearing(ctx, w.Run.ID, row.Audio,
		jobs.HeardPiece{Number: row.Number, Language: heard.Language, Cues: heard.Cues, Spread: heard.Spread, Paid: took})
	if err != nil {
		return errors.Join(err, a.settle(ctx, w.Run.ID, row.Number, took))
	}
	return nil
}

// toReserve is how long a piece is at most, in milliseconds, and a little more.
func toReserve(p audio.Piece, f audio.File) int {
	ms := p.EndMS - p.StartMS
	if p.EndMS == 0 {
		ms = int(f.Bytes / bytesPerMS)
	}
	return ms + ms/reserveExtra
}

// settle writes what a try took, also when the activity is being cancelled.
func (a *Listen) settle(ctx context.Context, runID, piece int, took jobs.Listened) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	return a.Store.Jobs.SettleSpeech(ctx, runID, piece, took)
}

// hints tell the server the names that may be said.
func (a *Listen) hints(ctx context.Context, e *store.Episode) (speech.Hints, error) {
	var taught []extract.Taught
	if e.ChannelID != nil {
		var err error
		if taught, err = a.Store.Publish.Taught(ctx, e.ChannelID); err != nil {
			return speech.Hints{}, err
		}
	}
	var glossary []string
	for _, t := range taught {
		if !t.Blocked {
			glossary = append(glossary, t.Meant)
		}
	}
	return speech.Hints{Language: a.language(e), Prompt: speech.Prompt(e.Title, e.Description, namesOf(e), glossary)}, nil
}

// namesOf are the names of those who take part in an episode, as its source tells.
func namesOf(e *store.Episode) []string {
	names := make([]string, 0, len(e.People))
	for _, p := range e.People {
		names = append(names, p.Name)
	}
	return names
}

// JoinSpeech makes the transcript of all pieces of a run's audio, and lets go of the file.
//
// Idempotent: transcripts are keyed by episode and content; without pieces it was done before, and only the file may still be there.
func (a *Listen) JoinSpeech(ctx context.Context, in RunStage) error {
	w, err := a.Store.Jobs.RunWork(ctx, in.RunID)
	if err != nil {
		return err
	}
	rows, err := a.Store.Jobs.Hearings(ctx, in.RunID)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		a.letGo(ctx, w)
		return nil
	}
	pieces, heard := make([]audio.Piece, 0, len(rows)), make([]speech.Heard, 0, len(rows))
	for _, r := range rows {
		if r.HeardAt == nil {
			return jobs.ErrOtherAudio // planned anew meanwhile
		}
		pieces = append(pieces, audio.Piece{Number: r.Number, StartMS: r.StartMs, EndMS: r.EndMs})
		heard = append(heard, speech.Heard{Language: r.Language, Cues: r.Packed, MS: r.EndMs - r.StartMs, Spread: r.Spread})
	}
	t := speech.Join(pieces, heard)
	speech.NameVoices(t.Cues, speech.People{Names: namesOf(w.Episode), Told: w.Episode.Title + "\n" + w.Episode.Description})
	t.Origin, t.HeardBy, t.Language = transcript.Speech, a.name(), cmp.Or(t.Language, a.language(w.Episode))
	if t.Cues, _ = transcript.Clean(t.Cues); len(t.Cues) == 0 {
		return notHeard(w, nothingSaid)
	}
	length := lengthOf(rows, t)
	how := fmt.Sprintf("%s: %s listened to %s in %s.", noneThere(w), a.name(), wording.Length(length),
		wording.Count(len(rows), "part", "parts"))
	if _, err := a.Store.Jobs.SaveHeard(ctx, in.RunID, t, length, how); err != nil {
		return err
	}
	a.letGo(ctx, w)
	return nil
}

// letGo deletes audio that is heard, also for a worker that died before it could.
func (a *Listen) letGo(ctx context.Context, w jobs.RunWork) {
	err := errors.Join(a.Remove(fileName(w.Episode)), a.Store.Jobs.DropHeardSounds(ctx, w.Episode.ID))
	if err != nil { // housekeeping will
		a.Log.Warn("audio that is heard could not be deleted", "run", w.Run.ID, "error", err)
	}
}

// name is how the server calls itself.
func (a *Listen) name() string {
	if a.Server == nil {
		return "the speech server"
	}
	return a.Server.Name()
}

// lengthOf is how much audio was heard, in milliseconds; up to the last word where nobody knows its end.
func lengthOf(rows []*store.Hearing, t transcript.Transcript) int {
	return max(rows[len(rows)-1].EndMs, t.Cues[len(t.Cues)-1].EndMS)
}

const nothingSaid = "No speech was found in the audio."

// noneThere says why an episode's audio is listened to, without a full stop.
func noneThere(w jobs.RunWork) string {
	if w.Again {
		return work.HeardAgain
	}
	return source.NoTranscript(media.Platform(w.Episode.Platform), len(w.Episode.TranscriptRefs))
}

// notHeard is the end of listening: somebody has to give a transcript.
func notHeard(w jobs.RunWork, why string) error {
	return fault.New(fault.NoTranscript, noneThere(w)+", and "+work.NotHeard+". "+why)
}

// unheard is why audio could not be brought here or cut. What no other try mends lets people give a transcript instead.
func (a *Listen) unheard(w jobs.RunWork, err error) error {
	f := fault.Of(err)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded) && f.Kind == fault.Internal:
		return err
	case f.Kind.Retryable():
		return waits(f)
	case f.Kind == fault.Stale:
		return f
	}
	return fault.Wrap(fault.NoTranscript, err, fault.Of(notHeard(w, f.Sentence)).Sentence)
}

// waits is a failure that may pass, so that people see what is waited for.
func waits(f *fault.Error) error {
	if f.Kind == fault.Internal {
		return f
	}
	out := *f
	out.Sentence = work.Listening + f.Sentence
	return &out
}

// unheardByServer is unheard for what the speech server answers. A refused key and an unknown model are the operator's to mend: the
// run fails with that sentence.
func (a *Listen) unheardByServer(w jobs.RunWork, err error) error {
	if k := fault.KindOf(err); k.Retryable() || k == fault.Unsupported || k == fault.TooLarge {
		return a.unheard(w, err)
	}
	return err
}
