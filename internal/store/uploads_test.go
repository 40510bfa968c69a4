package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

const (
	talkID   = "dQw4w9WgXcQ"
	talkShow = "UCabcdefghijklmnopqrstuv"
)

// talk is what the metadata file of a download says about a video of the video site.
func talk(title string) media.Episode {
	return media.Episode{
		Platform: media.YouTube, ExternalID: talkID, Title: title, PageURL: watch(talkID).URL,
		Channel: media.Channel{Platform: media.YouTube, ExternalID: talkShow, Name: title + "'s show"},
	}
}

func words(text string) transcript.Transcript {
	return transcript.Transcript{Language: "en", Origin: transcript.Uploaded, Cues: []transcript.Cue{{StartMS: 0, EndMS: 1000, Text: text}}}
}

// imports lets a person upload a file and returns its job's item, wanted.
func (b *bank) imports(by *store.User, e media.Episode, text string) (*store.JobItem, jobs.Wanted) {
	b.Helper()
	up, err := b.s.Jobs.CreateUpload(b.Context(), jobs.NewUpload{
		UserID: by.ID, FileName: "a.vtt", Hash: "h", Size: 1, Episode: e,
		Transcript: words(text),
	})
	require.NoError(b, err)
	j, _, err := b.s.Jobs.CreateJob(b.Context(),
		jobs.NewJob{UserID: &by.ID, Kind: media.KindUpload, Input: "a.vtt", UploadIDs: []string{up.Key}})
	require.NoError(b, err)
	for range 2 { // as a retried activity does
		n, err := b.s.Jobs.AddUploads(b.Context(), j.ID)
		require.NoError(b, err)
		require.Equal(b, 1, n)
	}
	items, _, err := b.s.Jobs.JobItems(b.Context(), j.ID, 0, 0)
	require.NoError(b, err)
	got, err := b.s.Jobs.WantEpisode(b.Context(), j.ID, items[0].ID, paidRecipe)
	require.NoError(b, err)
	items, _, err = b.s.Jobs.JobItems(b.Context(), j.ID, 0, 0)
	require.NoError(b, err)
	return items[0], got
}

// analyzes publishes the run of an imported episode without mentions.
func (b *bank) analyzes(w jobs.Wanted) {
	b.Helper()
	begun, err := b.s.Jobs.RunWork(b.Context(), w.Run.RunID)
	require.NoError(b, err)
	_, err = b.s.Publish.Publish(b.Context(), publish.PublishInput{RunID: w.Run.RunID, TranscriptID: *begun.Run.TranscriptID})
	require.NoError(b, err)
	_, _, err = b.s.Jobs.FinishRun(b.Context(), w.Run.RunID, work.RunDone, jobs.Failure{})
	require.NoError(b, err)
}

// sees returns the episodes a person knows of, by their platform and title.
func (b *bank) sees(v store.Viewer) map[string]string {
	b.Helper()
	list, _, err := b.s.Catalogue.Episodes(b.Context(), catalogue.EpisodeFilter{Viewer: v})
	require.NoError(b, err)
	out := map[string]string{}
	for _, e := range list {
		out[e.Platform] = e.Title
	}
	return out
}

func TestAStrangersUploadNeverStandsForThePublicVideo(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		mallory := b.person("mallory", "user")
		_, got := b.imports(mallory, talk("Mallory"), "What Mallory would like.")
		b.analyzes(got)
		require.Equal(t, map[string]string{"upload": "Mallory"}, b.sees(store.Viewer{UserID: mallory.ID}))
		require.Empty(t, b.sees(store.Viewer{}))

		_, run := b.want(nil, talkID)
		require.NotEqual(t, got.Run.EpisodeID, run.EpisodeID, "the public video is an episode of its own")
		require.Empty(t, run.From, "and is read from its source")
		truth := talk("The truth")
		truth.Channel.Name = "The real show"
		require.NoError(t, b.s.Jobs.SaveEpisode(t.Context(), run.RunID, truth))
		_, err := b.s.Jobs.SaveTranscript(t.Context(), run.RunID, words("What was said."))
		require.NoError(t, err)
		b.analyzes(jobs.Wanted{Run: run})
		require.Equal(t, map[string]string{"youtube": "The truth"}, b.sees(store.Viewer{}))

		_, again := b.imports(mallory, talk("Mallory again"), "More of what Mallory would like.")
		require.Equal(t, got.Run.EpisodeID, again.Run.EpisodeID, "an upload stays its sender's")
		text, err := b.s.Catalogue.EpisodeText(t.Context(), talkID, store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, "What was said.", jobs.Cues(text.Transcript).Cues[0].Text)
		ep, err := b.s.Catalogue.Episode(t.Context(), talkID, store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, "The real show", ep.Edges.Channel.Name, "the name of a channel is not a stranger's to give")
	})
}

func TestTheSameFileOfTwoSendersIsTwoEpisodes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		ann, bob := b.person("ann", "user"), b.person("bob", "user")
		file := media.Episode{Platform: media.Upload, ExternalID: "hash", Title: "A talk"}
		_, hers := b.imports(ann, file, "The same words.")
		b.analyzes(hers)
		_, his := b.imports(bob, file, "The same words.")
		require.NotZero(t, his.Run.RunID)
		require.NotEqual(t, hers.Run.EpisodeID, his.Run.EpisodeID)
		again, got := b.imports(ann, file, "The same words.")
		require.Equal(t, work.ItemAlready, got.State)
		require.Equal(t, hers.Run.EpisodeID, *again.EpisodeID)
	})
}

func TestAModeratorsImportIsPublicAtOnceAndKeepsTheVideosID(t *testing.T) {
	t.Parallel()
	for _, role := range []string{"moderator", "admin"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(b *bank) {
				_, got := b.imports(b.person("mod", role), talk("A talk"), "What was said.")
				require.Equal(t, work.StageExtract, got.Run.From)
				b.analyzes(got)
				require.Equal(t, map[string]string{"youtube": "A talk"}, b.sees(store.Viewer{}))
				ep, err := b.s.Catalogue.Episode(t.Context(), talkID, store.Viewer{})
				require.NoError(t, err)
				require.Equal(t, talkShow, ep.Edges.Channel.ExternalID)
			})
		})
	}
}

func TestADifferentTranscriptIsAnalyzedAnew(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		mod := b.person("mod", "moderator")
		_, first := b.imports(mod, talk("A talk"), "What was said.")
		b.analyzes(first)
		_, same := b.imports(mod, talk("A talk"), "What was said.")
		require.Equal(t, work.ItemAlready, same.State)
		_, better := b.imports(mod, talk("A talk"), "What was really said.")
		require.Equal(t, work.ItemRunning, better.State)
		require.Equal(t, first.Run.EpisodeID, better.Run.EpisodeID)
		require.Equal(t, work.StageExtract, better.Run.From)
	})
}

func TestWhatAModeratorPublishedItsSenderNoLongerChanges(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		ann := b.person("ann", "user")
		item, got := b.imports(ann, talk("A talk"), "What was said.")
		b.analyzes(got)
		require.NoError(t, b.s.Catalogue.SetEpisodePublic(t.Context(), *item.EpisodeID, true))
		again, wanted := b.imports(ann, talk("A talk"), "What should not be there.")
		require.Equal(t, work.ItemAlready, wanted.State)
		require.Equal(t, item.EpisodeID, again.EpisodeID)
		list, _, err := b.s.Catalogue.Episodes(t.Context(), catalogue.EpisodeFilter{})
		require.NoError(t, err)
		text, err := b.s.Catalogue.EpisodeText(t.Context(), list[0].VideoID, store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, "What was said.", jobs.Cues(text.Transcript).Cues[0].Text)
	})
}

func TestTheNameOfAVideoKnownByItsIDIsReplacedByTheRealOne(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		_, run := b.want(nil, talkID)
		real := media.Episode{Platform: media.YouTube, ExternalID: talkID, Title: "How to test", Duration: time.Minute}
		require.NoError(t, b.s.Jobs.SaveEpisode(t.Context(), run.RunID, real))
		require.NoError(t, b.s.Jobs.SaveEpisode(t.Context(), run.RunID, media.Episode{Platform: media.YouTube, ExternalID: talkID}))
		begun, err := b.s.Jobs.RunWork(t.Context(), run.RunID)
		require.NoError(t, err)
		require.Equal(t, "How to test", begun.Episode.Title, "what a later answer leaves out stays")
	})
}
