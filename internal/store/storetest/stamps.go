package storetest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// public is all that visitors and readers get of the catalogue, as one text.
func (w *world) public() string {
	w.Helper()
	var all []any
	add := func(v any, err error) {
		require.NoError(w, err)
		all = append(all, v)
	}
	add(w.s.Catalogue.Totals(w.ctx))
	for _, t := range mention.Types() {
		add(w.s.Catalogue.TypeStats(w.ctx, t))
	}
	page, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{WithEpisodes: true})
	add(page, err)
	for _, e := range page.Entities {
		add(w.s.Catalogue.Entity(w.ctx, e.ID, store.Viewer{}))
		list, _, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{Public: true})
		add(list, err)
	}
	list, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Unprocessed: true})
	add(list, err)
	shows, _, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{})
	add(shows, err)
	for _, c := range shows {
		entries, _, err := w.s.Catalogue.ChannelEntities(w.ctx, c.Channel.PublicID, "", store.Viewer{}, 0, 0)
		add(entries, err)
	}
	add(w.s.Catalogue.Search(w.ctx, "talked", 10, store.Viewer{UserID: store.AnyReader}))
	out, err := json.Marshal(all)
	require.NoError(w, err)
	return string(out)
}

func (w *world) version() int64 {
	w.Helper()
	v, err := w.s.CatalogueVersion(w.ctx)
	require.NoError(w, err)
	return v
}

// stampSuite holds that nothing public changes behind the back of those who keep public answers.
func stampSuite(t *testing.T, open Open) {
	t.Run("every change of what is public raises the version, and nothing else does", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		var run, text, entity int
		const address = "https://apps.ankiweb.net/"
		published := func() []mention.Mention {
			m := said(mention.Product, "Anki", 0)
			m.URL = address
			return mentions(m, said(mention.Book, "Dune", 100))
		}
		ok := func(err error) { w.Helper(); require.NoError(w, err) }
		lookedUp := func(d lookup.Decision) {
			ok(w.s.Catalogue.SaveLookup(w.ctx, catalogue.Asked{
				EntityID: entity, Catalogue: lookup.Wikidata, Subject: lookup.Subject{Type: mention.Product, Name: "Anki"}, Decision: d,
			}))
		}
		j, items := w.job(ann, video("a"))
		for _, step := range []struct {
			what   string
			raises bool
			do     func()
		}{
			{"somebody signs in", false, func() { w.person("bob") }},
			{"a profile", false, func() {
				_, err := w.s.People.SaveProfile(w.ctx, ann.ID, people.Profile{DisplayName: "Ann", Published: true})
				ok(err)
			}},
			{"a job", false, func() { w.job(ann) }},
			{"an episode is wanted", true, func() { run = w.want(j.ID, items[0].ID).Run.RunID }},
			{"progress", false, func() {
				ok(w.s.Jobs.SetStep(w.ctx, run, work.StageEpisode, jobs.StepProgress{State: work.StepRunning}))
			}},
			{"what the source says", true, func() {
				ok(w.s.Jobs.SaveEpisode(w.ctx, run, media.Episode{
					Platform: media.YouTube, ExternalID: "a", Title: "A talk", Channel: show("one"),
					PublishedAt: w.clock.now(),
				}))
			}},
			{"a transcript", true, func() {
				var err error
				text, err = w.s.Jobs.SaveTranscript(w.ctx, run,
					transcript.Transcript{
						Language: "en", Origin: transcript.Captions,
						Cues: []transcript.Cue{{EndMS: 1000, Text: "We talked about Anki for a while, then about other things and about Dune."}},
					})
				ok(err)
			}},
			{"publication", true, func() { w.publish(run, text, published()); entity = w.entity(mention.Product, "Anki").ID }},
			{"claims of links", true, func() {
				ok(w.s.Publish.ClaimLinks(w.ctx, run, []publish.LinkClaim{{EntityID: entity, URL: "https://docs.ankiweb.net/"}}))
			}},
			{"links of a catalogue", true, func() {
				ok(w.s.Catalogue.AddLinks(w.ctx, entity, []catalogue.NewLink{{
					URL:   "https://en.wikipedia.org/wiki/Anki_(software)",
					Trust: link.Catalogue,
				}}))
			}},
			{"a catalogue that knows nothing", false, func() { lookedUp(lookup.Decision{Outcome: lookup.None}) }},
			{"a catalogue's record", true, func() {
				lookedUp(lookup.Decision{Outcome: lookup.Accepted, Record: lookup.Record{ID: "Q1", Facts: lookup.Facts{Description: "software"}}})
			}},
			{"an edition", true, func() {
				lookedUp(lookup.Decision{Outcome: lookup.Accepted, Record: lookup.Record{ID: "Q1", Facts: lookup.Facts{
					Description: "software", Edition: &lookup.Edition{Title: "Anki", Language: "ja"},
				}}})
			}},
			{"a verdict on a link", true, func() {
				ok(w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{{URL: address, State: "broken", CheckedAt: w.clock.now()}}))
			}},
			{"the end of a run", false, func() { w.finish(run, work.RunDone) }},
			{"a favorite", false, func() {
				_, err := w.s.People.AddFavorite(w.ctx, store.Viewer{UserID: ann.ID}, people.FavoriteEntity, entity)
				ok(err)
			}},
			{"an episode becomes private", true, func() { ok(w.s.Catalogue.SetEpisodePublic(w.ctx, w.episode("a", store.Viewer{}).ID, false)) }},
			{"and public", true, func() {
				ok(w.s.Catalogue.SetEpisodePublic(w.ctx, w.episode("a", store.Viewer{Moderator: true}).ID, true))
			}},
			{"another analysis", true, func() {
				again, text := w.again(episode{id: "a", channel: "one"})
				w.publish(again, text, mentions(said(mention.Book, "Dune", 0)))
				w.finish(again, work.RunDone)
			}},
			{"a transcript given by hand", true, func() {
				given, got := w.job(ann, video("b"))
				waiting := w.want(given.ID, got[0].ID).Run.RunID
				ok(w.s.Jobs.SaveEpisode(w.ctx, waiting, media.Episode{Platform: media.YouTube, ExternalID: "b", Title: "B", Channel: show("one")}))
				before := w.version()
				_, err := w.s.Jobs.ProvideTranscript(w.ctx, given.ID, got[0].ID, ann.ID,
					transcript.Transcript{Language: "en", Origin: transcript.Uploaded, Cues: []transcript.Cue{{EndMS: 1, Text: "Given."}}})
				ok(err)
				require.Greater(w, w.version(), before)
			}},
			{"a moderator's upload", true, func() {
				ok(w.s.People.EnsureRole(w.ctx, "https://id.test", "mo", "moderator"))
				mo := w.person("mo")
				up, err := w.s.Jobs.CreateUpload(w.ctx, jobs.NewUpload{
					UserID: mo.ID, FileName: "a.vtt", Hash: "h", Size: 1,
					Episode: media.Episode{Platform: media.Upload, ExternalID: "file", Title: "From a file", Channel: show("one")},
					Transcript: transcript.Transcript{
						Language: "en", Origin: transcript.Uploaded,
						Cues: []transcript.Cue{{EndMS: 1, Text: "From a file."}},
					},
				})
				ok(err)
				uploaded, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{
					UserID: &mo.ID, Kind: media.KindUpload, Input: "a.vtt",
					UploadIDs: []string{up.Key},
				})
				ok(err)
				_, err = w.s.Jobs.AddUploads(w.ctx, uploaded.ID)
				ok(err)
			}},
			{"deletion", true, func() { ok(w.s.Catalogue.DeleteEpisode(w.ctx, w.episode("a", store.Viewer{}).ID)) }},
		} {
			version, public := w.version(), w.public()
			step.do()
			if w.public() != public {
				require.Greater(t, w.version(), version, "%s changed what is public", step.what)
			}
			require.Equal(t, step.raises, w.version() > version, step.what)
			w.clock.pass(time.Second)
		}
	})
	t.Run("a transaction raises the version once, and one that fails not at all", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, text := w.run(episode{id: "a", channel: "one"})
		before := w.version()
		w.publish(run, text, mentions(said(mention.Book, "Dune", 0)))
		require.Equal(t, before+1, w.version())
		w.finish(run, work.RunDone)
		before = w.version()
		require.Error(t, w.s.Jobs.SaveEpisode(w.ctx, run, media.Episode{Title: "Too late"}))
		require.Equal(t, before, w.version())
	})
	t.Run("a committed version wakes those who wait in this process", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		changed := w.s.Changed()
		w.run(episode{id: "a", channel: "one"})
		select {
		case <-changed:
		default:
			t.Fatal("nobody was woken")
		}
	})
}
