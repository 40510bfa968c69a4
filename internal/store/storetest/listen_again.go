package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// listenAgainSuite is about moderators who have the audio of an analyzed episode heard again.
func listenAgainSuite(t *testing.T, open Open) {
	heardAs := func(line string) transcript.Transcript {
		return transcript.Transcript{
			Language: "en", Origin: transcript.Speech, HeardBy: "an-ear", Cues: []transcript.Cue{{EndMS: 5000, Text: line}},
		}
	}
	// asksToListen is the run of a job that has the audio of an episode heard.
	asksToListen := func(w *world, id string) int {
		w.Helper()
		by := w.moderator("ear")
		asked := jobs.NewJob{UserID: &by.ID, Kind: media.KindVideo, Input: "again", Title: "Again", Ref: video(id)}
		j, _, err := w.s.Jobs.ListenAgain(w.ctx, asked, w.episode(id, store.Viewer{}).ID)
		require.NoError(w, err)
		got := w.want(j.ID, w.items(j.ID)[0].ID)
		require.Equal(w, work.ItemRunning, got.State, "not as analyzed already")
		return got.Run.RunID
	}
	current := func(w *world, id string) *store.Transcript {
		w.Helper()
		t, err := w.s.Jobs.TranscriptByID(w.ctx, *w.episode(id, store.Viewer{}).TranscriptID)
		require.NoError(w, err)
		return t
	}
	dune := mentions(said(mention.Book, "Dune", 0))

	t.Run("begins at the transcript and is told so", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, text := w.run(episode{id: "a", channel: "one", mentions: dune})
		given, err := w.s.Jobs.RunWork(w.ctx, run)
		require.NoError(t, err)
		require.False(t, given.Again)
		ep := w.episode("a", store.Viewer{})
		busy, err := w.s.Jobs.BeingAnalyzed(w.ctx, ep.ID)
		require.NoError(t, err)
		require.True(t, busy)
		w.publish(run, text, dune)
		w.finish(run, work.RunDone)
		busy, err = w.s.Jobs.BeingAnalyzed(w.ctx, ep.ID)
		require.NoError(t, err)
		require.False(t, busy)

		run = asksToListen(w, "a")
		given, err = w.s.Jobs.RunWork(w.ctx, run)
		require.NoError(t, err)
		require.True(t, given.Again)
		steps, err := w.s.Jobs.Steps(w.ctx, []int{run})
		require.NoError(t, err)
		for _, s := range steps[run] {
			require.Equal(t, s.Stage.Before(work.StageTranscript), s.State == work.StepSkipped, "%s %s", s.Stage, s.State)
		}
	})
	t.Run("keeps the former transcript, and text that was there before does not displace what was heard", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: dune, text: []string{"The publisher wrote Dune."}})
		former := current(w, "a")
		run := asksToListen(w, "a")
		_, err := w.s.Jobs.SaveHeard(w.ctx, run, heardAs("Somebody said Dune."), 0, "Heard again.")
		require.NoError(t, err)
		heard := current(w, "a")
		require.Equal(t, "an-ear", heard.HeardBy)
		require.NotEqual(t, former.ID, heard.ID)
		_, err = w.s.Jobs.TranscriptByID(w.ctx, former.ID)
		require.NoError(t, err, "it is kept")
		versions, err := w.s.Catalogue.TranscriptText(w.ctx, "a", 0, store.Viewer{Moderator: true})
		require.NoError(t, err)
		require.Len(t, versions.Versions, 2)
		require.Equal(t, []int{heard.ID, former.ID}, []int{versions.Versions[0].ID, versions.Versions[1].ID}, "the newest first")
		require.Equal(t, heard.ID, versions.Transcript.ID)
		require.True(t, versions.Present())
		require.Empty(t, versions.Versions[1].Packed, "a list has no texts")
		before, err := w.s.Catalogue.TranscriptText(w.ctx, "a", former.ID, store.Viewer{Moderator: true})
		require.NoError(t, err)
		require.Equal(t, "The publisher wrote Dune.", jobs.Cues(before.Transcript).Cues[0].Text)
		require.False(t, before.Present())
		require.Empty(t, before.Entries)
		for name, v := range map[string]store.Viewer{"a reader": {UserID: w.person("rea").ID}, "any reader": {UserID: database.AnyReader}} {
			seen, err := w.s.Catalogue.TranscriptText(w.ctx, "a", heard.ID, v)
			require.NoError(t, err, name)
			require.Empty(t, seen.Versions, name)
			_, err = w.s.Catalogue.TranscriptText(w.ctx, "a", former.ID, v)
			require.True(t, fault.Is(err, fault.NotFound), "%s: %v", name, err)
		}
		w.publish(run, heard.ID, dune)
		w.finish(run, work.RunDone)

		// The source is asked once more.
		j, items := w.job(nil, video("a"))
		require.Equal(t, work.ItemAlready, w.want(j.ID, items[0].ID).State)
		_, err = w.s.Jobs.RetryJob(w.ctx, j.ID, items[0].ID, work.StageTranscript)
		require.NoError(t, err)
		run = w.want(j.ID, items[0].ID).Run.RunID
		said := jobs.Cues(former)
		id, err := w.s.Jobs.SaveTranscript(w.ctx, run, said)
		require.NoError(t, err)
		require.Equal(t, heard.ID, id, "what it had before")
		said.Cues = []transcript.Cue{{EndMS: 5000, Text: "The publisher has a better text."}}
		id, err = w.s.Jobs.SaveTranscript(w.ctx, run, said)
		require.NoError(t, err)
		require.Equal(t, id, current(w, "a").ID, "what is new")
		require.NotEqual(t, heard.ID, id)
	})
	t.Run("does not yield to what a reader gave", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		_, err := g.gives(g.mo, g.hers, "A reader typed this.")
		require.NoError(t, err)
		g.reads(g.hers, nil)
		require.Equal(t, string(transcript.Uploaded), current(g.world, "a").Origin)
		run := asksToListen(g.world, "a")
		_, err = g.s.Jobs.SaveHeard(g.ctx, run, heardAs("Somebody said this."), 0, "Heard again.")
		require.NoError(t, err)
		require.Equal(t, "an-ear", current(g.world, "a").HeardBy)
	})
}
