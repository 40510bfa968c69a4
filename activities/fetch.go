package activities

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/picture"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// Fetch brings in what sources say.
type Fetch struct {
	Store    *store.Store
	Sources  Sources
	Texts    *Texts
	Pictures picture.Fetcher
	Listen   *Listen // nil: nobody listens to audio
	Batches  bool    // a model is asked in batches where nobody waits
	Log      *slog.Logger
}

// FetchEpisode stores what the source says about the run's episode.
//
// Idempotent: episode, channel and chapters are keyed by their natural keys.
func (a *Fetch) FetchEpisode(ctx context.Context, in RunStage) error {
	given, err := a.haveTranscript(ctx, in.RunID)
	if err != nil {
		return err
	}
	if given {
		return a.SkipStage(ctx, in)
	}
	w, err := a.begin(ctx, in)
	if err != nil {
		return err
	}
	src, err := a.Sources.of(media.Platform(w.Episode.Platform))
	if err != nil {
		return err
	}
	ep, err := src.Episode(ctx, episodeRef(w))
	if err != nil {
		return err
	}
	ep.ThumbnailURL = a.keep(ctx, ep.ThumbnailURL)
	ep.Channel.ThumbnailURL = a.keep(ctx, ep.Channel.ThumbnailURL)
	return a.Store.Jobs.SaveEpisode(ctx, in.RunID, ep)
}

// keep makes a foreign picture ours and returns its path. An episode without its picture is still an episode: what
// cannot be fetched or kept is left out.
func (a *Fetch) keep(ctx context.Context, address string) string {
	if address == "" {
		return ""
	}
	if path, ok, err := a.Store.Catalogue.KeptPicture(ctx, address); err == nil && ok {
		return path
	}
	p, err := picture.Fetch(ctx, a.Pictures, address)
	if err != nil {
		a.Log.Info("a picture was left out", "error", err)
		return ""
	}
	path, err := a.Store.Catalogue.KeepPicture(ctx, address, p.JPEG, p.Width, p.Height)
	if err != nil {
		a.Log.Warn("a picture could not be kept", "error", err)
		return ""
	}
	return path
}

// FetchTranscript stores the best transcript the source has. Where it has none, and nobody gave one, the audio is to be listened to
// if it can be.
//
// Idempotent: transcripts are keyed by episode and content.
func (a *Fetch) FetchTranscript(ctx context.Context, in RunStage) (Fetched, error) {
	have, err := a.haveTranscript(ctx, in.RunID)
	if err != nil || have {
		return Fetched{}, err
	}
	w, err := a.begin(ctx, in)
	if err != nil {
		return Fetched{}, err
	}
	if w.Again {
		return a.again(w)
	}
	src, err := a.Sources.of(media.Platform(w.Episode.Platform))
	if err != nil {
		return Fetched{}, err
	}
	t, ok, err := src.Transcript(ctx, mediaEpisode(w.Episode))
	if err != nil {
		return a.orListen(ctx, w, err)
	}
	if !ok || len(t.Cues) == 0 {
		return a.orGiven(ctx, w, "The source has no transcript.")
	}
	cues, _ := transcript.Clean(t.Cues)
	if len(cues) == 0 {
		return a.orGiven(ctx, w, "The source's transcript is empty.")
	}
	t.Cues = cues
	_, err = a.Store.Jobs.SaveTranscript(ctx, in.RunID, t)
	return Fetched{}, err
}

// again has the audio heard although there is a transcript, because a moderator asked for it.
func (a *Fetch) again(w jobs.RunWork) (Fetched, error) {
	if can, why := a.Listen.hears(w.Episode); !can {
		return Fetched{}, fault.New(fault.Unsupported, strings.TrimSpace("The audio cannot be heard again. "+why))
	}
	return Fetched{Listen: true}, nil
}

// sourcePatience is how long a transcript that its source does not give at the moment is asked for, before the audio is listened to. It
// is less than what makes an item leave the window of its collection.
const sourcePatience = 5 * time.Minute

// orListen goes past a transcript that its source names and does not give: at once where no other try mends that, else when it was asked
// for long enough. Where nobody can listen, or the mistake is ours, the failure stays.
func (a *Fetch) orListen(ctx context.Context, w jobs.RunWork, failed error) (Fetched, error) {
	kind := fault.KindOf(failed)
	if can, _ := a.Listen.hears(w.Episode); !can || ctx.Err() != nil || kind == fault.Internal || kind == fault.Stale {
		return Fetched{}, failed
	}
	if kind.Retryable() {
		steps, err := a.Store.Jobs.Steps(ctx, []int{w.Run.ID})
		if err != nil {
			return Fetched{}, err
		}
		i := slices.IndexFunc(steps[w.Run.ID], func(s *store.RunStep) bool { return s.Stage == work.StageTranscript })
		if i < 0 {
			return Fetched{}, failed
		}
		if since := steps[w.Run.ID][i].StartedAt; since == nil || a.Listen.Now().Sub(*since) < sourcePatience {
			return Fetched{}, failed
		}
	}
	a.Log.Info("the audio is listened to, because the source does not give its transcript", "run", w.Run.ID, "error", failed)
	return a.orGiven(ctx, w, "The source has no transcript.")
}

// orGiven lets the run use the transcript that a reader gave to the episode before, else listen to the audio. Where that cannot be
// done either it returns what is missing.
func (a *Fetch) orGiven(ctx context.Context, w jobs.RunWork, missing string) (Fetched, error) {
	kept, err := a.Store.Jobs.KeepGift(ctx, w.Run.ID)
	if err != nil || kept {
		return Fetched{}, err
	}
	switch can, why := a.Listen.hears(w.Episode); {
	case can:
		return Fetched{Listen: true}, nil
	case why != "":
		return Fetched{}, notHeard(w, why)
	case a.Listen.listening():
		return Fetched{}, fault.New(fault.NoTranscript, noneThere(w)+", and "+work.NoAudio+".")
	}
	return Fetched{}, fault.New(fault.NoTranscript, missing)
}

// PlanChunks says what there is to read, from the rows, and shows the reading as begun.
//
// Idempotent: it sets the stage's state; what is read already stays counted.
func (a *Fetch) PlanChunks(ctx context.Context, in RunStage) (Plan, error) {
	w, err := a.Store.Jobs.RunWork(ctx, in.RunID)
	if err != nil {
		return Plan{}, err
	}
	if w.Run.TranscriptID == nil {
		return Plan{Missing: true}, nil
	}
	t, err := a.Texts.Get(ctx, *w.Run.TranscriptID)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{TranscriptID: *w.Run.TranscriptID, Chunks: len(t.Chunks)}
	if plan.Chunks == 0 {
		return plan, nil
	}
	if a.Batches && w.Run.Model != "" {
		nobody, err := a.Store.Jobs.NobodyWaits(ctx, in.RunID)
		if err != nil {
			return plan, err
		}
		if nobody {
			plan.BatchKey = batchKey(w.Run)
		}
	}
	return plan, a.Store.Jobs.BeginReading(ctx, in.RunID, plan.Chunks)
}

// SkipStage notes that a stage is not needed any more.
//
// Idempotent: it sets the stage's state.
func (a *Fetch) SkipStage(ctx context.Context, in RunStage) error {
	return a.Store.Jobs.SetStep(ctx, in.RunID, in.Stage, jobs.StepProgress{State: work.StepSkipped, Text: "A transcript was given."})
}

// haveTranscript reports whether the run has got its transcript already: from a former attempt whose answer was lost, or
// from somebody whose word to the workflow was lost because the engine was away.
func (a *Fetch) haveTranscript(ctx context.Context, runID int) (bool, error) {
	steps, err := a.Store.Jobs.Steps(ctx, []int{runID})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(steps[runID], func(s *store.RunStep) bool {
		return s.Stage == work.StageTranscript && s.State == work.StepDone
	}), nil
}

// begin reads the run and shows its stage as running.
func (a *Fetch) begin(ctx context.Context, in RunStage) (jobs.RunWork, error) {
	w, err := a.Store.Jobs.RunWork(ctx, in.RunID)
	if err != nil {
		return w, err
	}
	return w, a.Store.Jobs.SetStep(ctx, in.RunID, in.Stage, jobs.StepProgress{State: work.StepRunning})
}

// episodeRef is how the source knows the run's episode: as an item was listed, else by the stored ids.
func episodeRef(w jobs.RunWork) media.Ref {
	if w.Item != nil {
		return w.Item.Ref
	}
	return media.Ref{
		Platform: media.Platform(w.Episode.Platform), Kind: media.KindVideo,
		ExternalID: w.Episode.ExternalID, URL: w.Episode.PageURL,
	}
}

// mediaEpisode is a stored episode as sources know it.
func mediaEpisode(e *store.Episode) media.Episode {
	out := media.Episode{
		Platform: media.Platform(e.Platform), ExternalID: e.ExternalID, Title: e.Title, Description: e.Description,
		PageURL: e.PageURL, MediaURL: e.MediaURL, Language: e.Language,
		People: e.People, Links: e.Links, Transcripts: e.TranscriptRefs,
	}
	if c := e.Edges.Channel; c != nil {
		out.Channel = media.Channel{Platform: media.Platform(c.Platform), ExternalID: c.ExternalID, Name: c.Name}
	}
	return out
}
