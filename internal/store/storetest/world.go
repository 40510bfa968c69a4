package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// clock is a clock that a test moves.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(time.Millisecond) // no two rows of a test are equally old
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

var recipe = extract.Recipe{Extractor: "offline", PromptVersion: "1", SchemaVersion: "1"}

// world is a database with what tests do in it.
type world struct {
	*testing.T
	ctx   context.Context
	s     *store.Store
	clock *clock
}

func newWorld(t *testing.T, open Open) *world {
	t.Helper()
	c := newClock()
	return &world{T: t, ctx: context.Background(), s: open(t, database.WithClock(c.now)), clock: c}
}

// person is an account that signed in.
func (w *world) person(name string) *store.User {
	w.Helper()
	u, err := w.s.People.SignIn(w.ctx, people.Identity{Issuer: "https://id.test", Subject: name, Name: name, Email: name + "@id.test"},
		people.NewSession{
			TokenHash: hash(name), Created: w.clock.now(), Expires: w.clock.now().Add(30 * 24 * time.Hour),
		})
	require.NoError(w, err)
	return u
}

func hash(name string) []byte {
	h := make([]byte, 32)
	copy(h, name)
	return h
}

func video(id string) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: id, URL: "https://www.youtube.com/watch?v=" + id}
}

// job is a listed job of a playlist with an item for each reference.
func (w *world) job(by *store.User, refs ...media.Ref) (*store.Job, []*store.JobItem) {
	w.Helper()
	return w.jobOf(media.KindPlaylist, by, refs...)
}

func (w *world) jobOf(kind media.InputKind, by *store.User, refs ...media.Ref) (*store.Job, []*store.JobItem) {
	w.Helper()
	in := jobs.NewJob{
		Kind: kind, Input: "https://example.org/list",
		Ref: media.Ref{Platform: media.YouTube, Kind: media.KindPlaylist, ExternalID: "list"},
	}
	if by != nil {
		in.UserID = &by.ID
	}
	j, _, err := w.s.Jobs.CreateJob(w.ctx, in)
	require.NoError(w, err)
	items := make([]jobs.NewItem, 0, len(refs))
	for _, r := range refs {
		items = append(items, jobs.NewItem{Ref: r, Title: "Video " + r.ExternalID})
	}
	_, err = w.s.Jobs.AddItems(w.ctx, j.ID, items, "A list", "", true)
	require.NoError(w, err)
	return w.jobNow(j.ID), w.items(j.ID)
}

func (w *world) jobNow(id int) *store.Job {
	w.Helper()
	j, err := w.s.Jobs.Job(w.ctx, id, 0)
	require.NoError(w, err)
	return j
}

func (w *world) items(jobID int) []*store.JobItem {
	w.Helper()
	items, _, err := w.s.Jobs.JobItems(w.ctx, jobID, 0, 0)
	require.NoError(w, err)
	return items
}

func (w *world) itemState(jobID, i int) work.ItemState {
	w.Helper()
	return w.items(jobID)[i].State
}

func (w *world) want(jobID, itemID int) jobs.Wanted {
	w.Helper()
	got, err := w.s.Jobs.WantEpisode(w.ctx, jobID, itemID, recipe)
	require.NoError(w, err)
	return got
}

func (w *world) finish(runID int, state work.RunState) []jobs.JobRef {
	w.Helper()
	_, jobs, err := w.s.Jobs.FinishRun(w.ctx, runID, state, jobs.Failure{})
	require.NoError(w, err)
	return jobs
}

// show is a channel of the tests.
func show(name string) media.Channel {
	return media.Channel{Platform: media.YouTube, ExternalID: "UC" + name, Name: name}
}

// episode is an episode to be analyzed.
type episode struct {
	id       string
	channel  string // empty: none
	title    string
	by       *store.User
	upload   bool // a private upload
	days     int  // published so many days after the clock's first day
	text     []string
	mentions []mention.Mention
}

// said is a published editorial mention whose quote names it; at orders the places.
func said(typ mention.Type, name string, at int) mention.Mention {
	quote := "We talked about " + name + " for a while."
	return mention.Mention{
		Candidate: mention.Candidate{
			Type: typ, Name: name, Surface: name, Quote: quote, Context: mention.Editorial, Stance: mention.Discussed,
			Signals: []mention.Signal{mention.SignalCue},
		},
		Start: at + 16, End: at + 16 + len(name), QuoteStart: at, QuoteEnd: at + len(quote), CueIndex: 0, StartMS: at * 10,
		EndMS: at*10 + 2000, Confidence: 0.9,
	}
}

func mentions(list ...mention.Mention) []mention.Mention { return list }

// run brings an episode's run to the point before publication.
func (w *world) run(e episode) (runID, transcriptID int) {
	w.Helper()
	ref, kind := video(e.id), media.KindPlaylist
	if e.upload {
		ref, kind = media.Ref{Platform: media.Upload, Kind: media.KindVideo, ExternalID: e.id}, media.KindUpload
	}
	j, items := w.jobOf(kind, e.by, ref)
	got := w.want(j.ID, items[0].ID)
	require.NotZero(w, got.Run.RunID, "the episode %s was analyzed already", e.id)
	out := media.Episode{
		Platform: ref.Platform, ExternalID: e.id, Title: e.title, PublishedAt: newClock().at.AddDate(0, 0, e.days),
		Duration: time.Hour,
	}
	if e.title == "" {
		out.Title = "Episode " + e.id
	}
	if e.channel != "" {
		out.Channel = show(e.channel)
	}
	require.NoError(w, w.s.Jobs.SaveEpisode(w.ctx, got.Run.RunID, out))
	text := e.text
	if text == nil {
		text = []string{strings.Repeat("We talked about many things for a while. ", 60)}
	}
	cues := make([]transcript.Cue, 0, len(text))
	for i, line := range text {
		cues = append(cues, transcript.Cue{StartMS: i * 5000, EndMS: i*5000 + 5000, Text: line})
	}
	id, err := w.s.Jobs.SaveTranscript(w.ctx, got.Run.RunID, transcript.Transcript{Language: "en", Origin: transcript.Publisher, Cues: cues})
	require.NoError(w, err)
	return got.Run.RunID, id
}

func (w *world) publish(runID, transcriptID int, list []mention.Mention) publish.PublishResult {
	w.Helper()
	out, err := w.s.Publish.Publish(w.ctx, publish.PublishInput{RunID: runID, TranscriptID: transcriptID, Mentions: list})
	require.NoError(w, err)
	return out
}

// analyze takes an episode through a whole run.
func (w *world) analyze(e episode) publish.PublishResult {
	w.Helper()
	run, text := w.run(e)
	out := w.publish(run, text, e.mentions)
	w.finish(run, work.RunDone)
	return out
}

// again takes an analyzed episode through another run and returns it before publication.
func (w *world) again(e episode) (runID, transcriptID int) {
	w.Helper()
	j, items := w.job(e.by, video(e.id))
	require.Equal(w, work.ItemAlready, w.want(j.ID, items[0].ID).State)
	_, err := w.s.Jobs.RetryJob(w.ctx, j.ID, items[0].ID, work.StageExtract)
	require.NoError(w, err)
	got := w.want(j.ID, items[0].ID)
	require.NotZero(w, got.Run.RunID)
	work, err := w.s.Jobs.RunWork(w.ctx, got.Run.RunID)
	require.NoError(w, err)
	require.NotNil(w, work.Episode.TranscriptID)
	return got.Run.RunID, *work.Episode.TranscriptID
}

func (w *world) entities(f catalogue.EntityFilter) []*store.Entity {
	w.Helper()
	page, err := w.s.Catalogue.Entities(w.ctx, f)
	require.NoError(w, err)
	return page.Entities
}

// entity returns the only listed entity of a name.
func (w *world) entity(typ mention.Type, name string) *store.Entity {
	w.Helper()
	var found []*store.Entity
	for _, e := range w.entities(catalogue.EntityFilter{Type: string(typ)}) {
		if e.Name == name {
			found = append(found, e)
		}
	}
	require.Len(w, found, 1, "%s %s", typ, name)
	whole, err := w.s.Catalogue.Entity(w.ctx, found[0].ID, store.Viewer{}) // a list tells only what lists show
	require.NoError(w, err)
	return whole
}

// knownAs are the further names that an entity is known by.
func (w *world) knownAs(typ mention.Type, name string) (out []string) {
	w.Helper()
	e, err := w.s.Catalogue.Entity(w.ctx, w.entity(typ, name).ID, store.Viewer{})
	require.NoError(w, err)
	for _, a := range e.Edges.Aliases {
		out = append(out, a.Name)
	}
	return out
}

func (w *world) episode(id string, v store.Viewer) *store.Episode {
	w.Helper()
	e, err := w.s.Catalogue.Episode(w.ctx, id, v)
	require.NoError(w, err)
	return e
}

// listing writes a list of entities as "type name count/episodes".
func listing(entities []*store.Entity) []string {
	out := make([]string, 0, len(entities))
	for _, e := range entities {
		out = append(out, fmt.Sprintf("%s %s %d/%d", e.Type, e.Name, e.MentionCount, e.EpisodeCount))
	}
	return out
}

// checkSearched compares what is searched of entities with the entities.
func (w *world) checkSearched() {
	w.Helper()
	const texts = "SELECT id, folded FROM "
	searched := texts + w.s.SearchedTable(database.SearchTableOf("entities"))
	for _, differ := range []string{texts + "entities EXCEPT " + searched, searched + " EXCEPT " + texts + "entities"} {
		n, err := database.Read(w.ctx, w.s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
			return database.QueryRow[int](ctx, w.s.DB, tx, "SELECT COUNT(*) FROM ("+differ+") d")
		})
		require.NoError(w, err)
		require.Zero(w, n, differ)
	}
}

// checkCounters recounts every public counter from mentions and compares.
func (w *world) checkCounters() {
	w.Helper()
	wrong, err := w.s.ProveTotals(w.ctx)
	require.NoError(w, err)
	require.Empty(w, wrong, "totals")
	spent, err := w.s.ProveSpent(w.ctx)
	require.NoError(w, err)
	require.Empty(w, spent, "what was spent")
	w.checkSearched()
	w.checkTurns()
	entities, _, err := w.s.Catalogue.WrongEntities(w.ctx, 0, 1<<30)
	require.NoError(w, err)
	require.Empty(w, entities, "entities that are counted otherwise")
	counted, err := w.s.Catalogue.WrongChannels(w.ctx)
	require.NoError(w, err)
	require.Empty(w, counted, "channels that are counted otherwise")
	type channelCount struct{ entities, mentions, episodes int }
	channels := map[int]*channelCount{}
	everybody := store.Viewer{}
	episodes, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{})
	require.NoError(w, err)
	for _, e := range episodes {
		entries, err := w.s.Catalogue.EpisodeEntities(w.ctx, fmt.Sprint(e.ID), everybody)
		require.NoError(w, err)
		total := 0
		for _, entry := range entries {
			total += entry.Count
		}
		require.Equal(w, len(entries), e.EntityCount, "entities of %s", e.Title)
		require.Equal(w, total, e.MentionCount, "mentions of %s", e.Title)
		if e.ChannelID != nil {
			if channels[*e.ChannelID] == nil {
				channels[*e.ChannelID] = &channelCount{}
			}
			channels[*e.ChannelID].episodes++
		}
	}
	for _, e := range w.entities(catalogue.EntityFilter{}) {
		list, n, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{})
		require.NoError(w, err)
		require.Equal(w, n.N, e.MentionCount, "mentions of %s", e.Name)
		in, shows := map[int]bool{}, map[int]bool{}
		w.checkReaderCounts(e, list)
		w.checkQuoteWords(e, list)
		for _, m := range list {
			in[m.EpisodeID] = true
			if c := m.Edges.Episode.ChannelID; c != nil {
				channels[*c].mentions++
				shows[*c] = true
			}
		}
		require.Len(w, in, e.EpisodeCount, "episodes of %s", e.Name)
		require.Equal(w, slices.Max(append(slices.Collect(maps.Keys(in)), 0)), e.LatestEpisodeID, "the latest episode of %s", e.Name)
		for c := range shows {
			channels[c].entities++
		}
	}
	stats, _, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{})
	require.NoError(w, err)
	for _, c := range stats {
		want := channelCount{}
		if channels[c.Channel.ID] != nil {
			want = *channels[c.Channel.ID]
		}
		require.Equal(w, want, channelCount{c.Channel.EntityCount, c.Channel.MentionCount, c.Channel.EpisodeCount}, "channel %s", c.Channel.Name)
		mentioned, _, err := w.s.Catalogue.ChannelEntities(w.ctx, c.Channel.PublicID, "", store.Viewer{}, 0, 0)
		require.NoError(w, err)
		types := map[string]int{}
		for _, m := range mentioned {
			types[string(m.Entity.Type)]++
		}
		for _, t := range c.Types {
			require.Equal(w, types[t.Type], t.Count, "%s of channel %s", t.Type, c.Channel.Name)
			delete(types, t.Type)
		}
		require.Empty(w, types, "channel %s", c.Channel.Name)
	}
}
