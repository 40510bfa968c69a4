package activities_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/extract"
	"mentionary/internal/extract/offline"
	"mentionary/internal/link"
	"mentionary/internal/link/check"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

var quiet = slog.New(slog.DiscardHandler)

// site is a scripted source.
type site struct {
	platform media.Platform

	mu         sync.Mutex
	pages      map[string]source.Page // by cursor
	since      []time.Time            // of each listing
	asked      []media.Ref            // episodes asked for
	episode    media.Episode
	transcript transcript.Transcript // without cues: the source has none
	err        error
}

func (s *site) Platform() media.Platform { return s.platform }

func (s *site) List(_ context.Context, _ media.Ref, since time.Time, cursor string) (source.Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.since = append(s.since, since)
	return s.pages[cursor], s.err
}

func (s *site) Episode(_ context.Context, ref media.Ref) (media.Episode, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, ref)
	return s.episode, s.err
}

func (s *site) Transcript(context.Context, media.Episode) (transcript.Transcript, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.transcript, len(s.transcript.Cues) > 0, s.err
}

// engine notes what activities ask of it.
type engine struct {
	mu                        sync.Mutex
	started, cancelled, hurry []int
	err                       error
}

func (e *engine) StartRun(_ context.Context, r jobs.RunRef) error {
	return e.note(&e.started, r.RunID)
}

func (e *engine) CancelRun(_ context.Context, r jobs.RunRef) error {
	return e.note(&e.cancelled, r.RunID)
}

func (e *engine) HurryJob(_ context.Context, j jobs.JobRef) error { return e.note(&e.hurry, j.JobID) }

func (e *engine) note(list *[]int, id int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	*list = append(*list, id)
	return e.err
}

// gallery answers pictures: the bytes of an address, or nothing.
type gallery map[string][]byte

func (g gallery) Fetch(_ context.Context, r outbound.Request) (outbound.Response, error) {
	b, ok := g[r.URL]
	if !ok {
		return outbound.Response{}, errors.New("connection refused")
	}
	return outbound.Response{Status: http.StatusOK, Body: b}, nil
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 4, 4))))
	return b.Bytes()
}

// links find every address good.
type links struct{}

func (links) Check(_ context.Context, rawURL string, _ link.Kind) check.Verdict {
	return check.Verdict{State: check.Valid, Reason: check.Answers, FinalURL: rawURL, CheckedAt: begin}
}

var begin = time.Date(2026, 3, 1, 22, 0, 0, 0, time.UTC)

// world is a database with all activities over it.
type world struct {
	*testing.T
	s      *store.Store
	site   *site
	engine *engine
	texts  *activities.Texts

	mu sync.Mutex
	at time.Time

	jobs    *activities.Jobs
	list    *activities.List
	fetch   *activities.Fetch
	extract *activities.Extract
	publish *activities.Publish
	links   *activities.Links
	reading *activities.Readings
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(time.Millisecond)
	return w.at
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

func newWorld(t *testing.T, open storetest.Open, x extract.Extractor) *world {
	t.Helper()
	w := &world{T: t, at: begin, engine: &engine{}}
	w.s = open(t, database.WithClock(w.now))
	w.site = &site{platform: media.YouTube, pages: map[string]source.Page{}, episode: talk(), transcript: spoken(sentences...)}
	sources := activities.Sources{media.YouTube: w.site, media.Feed: w.site}
	w.texts = &activities.Texts{Store: w.s}
	w.jobs = &activities.Jobs{Store: w.s, Runs: w.engine, Recipe: x.Recipe, Log: slog.New(slog.DiscardHandler)}
	w.list = &activities.List{Store: w.s, Sources: sources, Now: w.now}
	w.fetch = &activities.Fetch{
		Store: w.s, Sources: sources, Texts: w.texts, Pictures: gallery{"https://pictures.example/a.png": picture(t)},
		Log: quiet,
	}
	w.extract = &activities.Extract{Store: w.s, Texts: w.texts, Extractor: x, Now: w.now}
	w.publish = &activities.Publish{Store: w.s, Texts: w.texts, Known: &activities.KnownNames{Store: w.s}}
	w.reading = &activities.Readings{Store: w.s, Publish: w.publish}
	w.links = &activities.Links{Store: w.s, Checker: links{}, Now: w.now}
	return w
}

// onBoth runs a test with the built-in extractor on SQLite and on PostgreSQL.
func onBoth(t *testing.T, test func(w *world)) {
	t.Helper()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(newWorld(t, open, offline.New()))
		})
	}
}

// onSQLite is a world with the built-in extractor on SQLite.
func onSQLite(t *testing.T) *world {
	t.Helper()
	return newWorld(t, storetest.SQLite, offline.New())
}

const videoID = "dQw4w9WgXcQ"

var sentences = []string{
	"Welcome back to the show.",
	"This week I read a book called Thinking, Fast and Slow by Daniel Kahneman.",
	"You can find it at kahneman.example.com.",
	"We all use PostgreSQL for everything here.",
	"Thanks for listening and see you next week.",
}

func spoken(lines ...string) transcript.Transcript {
	t := transcript.Transcript{Language: "en", Origin: transcript.Publisher}
	for i, l := range lines {
		t.Cues = append(t.Cues, transcript.Cue{StartMS: i * 5000, EndMS: i*5000 + 5000, Text: l})
	}
	return t
}

func talk() media.Episode {
	return media.Episode{
		Platform: media.YouTube, ExternalID: videoID, Title: "How to think", Duration: time.Hour,
		ThumbnailURL: "https://pictures.example/a.png",
		Channel:      media.Channel{Platform: media.YouTube, ExternalID: "UCabcdefghijklmnopqrstuv", Name: "Slow talk"},
		Links:        []media.Link{{URL: "https://kahneman.example.com/book", Text: "Thinking, Fast and Slow"}},
		Chapters:     []media.Chapter{{Title: "Books", Start: time.Second}},
	}
}

func video(id string) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: id, URL: "https://www.youtube.com/watch?v=" + id}
}

// submit writes a job.
func (w *world) submit(kind media.InputKind, ref media.Ref, selection media.Selection) int {
	w.Helper()
	j, _, err := w.s.Jobs.CreateJob(w.Context(), jobs.NewJob{Kind: kind, Input: ref.URL, Ref: ref, Selection: selection})
	require.NoError(w, err)
	return j.ID
}

// submitVideo writes a job of one video and lists it.
func (w *world) submitVideo(id string) int {
	w.Helper()
	jobID := w.submit(media.KindVideo, video(id), media.DefaultSelection(media.KindVideo))
	got, err := w.list.ListInput(w.Context(), activities.Listing{JobID: jobID})
	require.NoError(w, err)
	require.True(w, got.Listed)
	return jobID
}

// wanted writes a job of one video and makes it want its run.
func (w *world) wanted(id string) (jobID, runID int) {
	w.Helper()
	jobID = w.submitVideo(id)
	state, err := w.jobs.WantEpisode(w.Context(), activities.WantInput{JobID: jobID, ItemID: w.item(jobID).ID})
	require.NoError(w, err)
	require.Equal(w, work.ItemRunning, state)
	return jobID, *w.item(jobID).RunID
}

// transcript fetches the transcript of a run.
func (w *world) transcript(runID int) error {
	w.Helper()
	_, err := w.fetch.FetchTranscript(w.Context(), stage(runID, work.StageTranscript))
	return err
}

// planned brings a run to the point where its chunks are read.
func (w *world) planned(id string) (jobID, runID int, plan activities.Plan) {
	w.Helper()
	jobID, runID = w.wanted(id)
	require.NoError(w, w.fetch.FetchEpisode(w.Context(), stage(runID, work.StageEpisode)))
	require.NoError(w, w.transcript(runID))
	plan, err := w.fetch.PlanChunks(w.Context(), stage(runID, work.StageExtract))
	require.NoError(w, err)
	return jobID, runID, plan
}

func stage(runID int, s work.Stage) activities.RunStage {
	return activities.RunStage{RunID: runID, Stage: s}
}

func chunk(runID int, p activities.Plan, i int) activities.ChunkInput {
	return activities.ChunkInput{RunStage: stage(runID, work.StageExtract), TranscriptID: p.TranscriptID, Chunk: i, Chunks: p.Chunks}
}

func (w *world) items(jobID int) []*store.JobItem {
	w.Helper()
	items, _, err := w.s.Jobs.JobItems(w.Context(), jobID, 0, 0)
	require.NoError(w, err)
	return items
}

// item is the only item of a job.
func (w *world) item(jobID int) *store.JobItem {
	w.Helper()
	items := w.items(jobID)
	require.Len(w, items, 1)
	return items[0]
}

func (w *world) job(jobID int) *store.Job {
	w.Helper()
	j, err := w.s.Jobs.Job(w.Context(), jobID, 0)
	require.NoError(w, err)
	return j
}

func (w *world) step(runID int, s work.Stage) *store.RunStep {
	w.Helper()
	steps, err := w.s.Jobs.Steps(w.Context(), []int{runID})
	require.NoError(w, err)
	for _, x := range steps[runID] {
		if x.Stage == s {
			return x
		}
	}
	require.Fail(w, "no such step", s)
	return nil
}

// names are the names of everything in the directory.
func (w *world) names() []string {
	w.Helper()
	page, err := w.s.Catalogue.Entities(w.Context(), catalogue.EntityFilter{})
	require.NoError(w, err)
	out := make([]string, 0, len(page.Entities))
	for _, e := range page.Entities {
		out = append(out, e.Name)
	}
	return out
}
