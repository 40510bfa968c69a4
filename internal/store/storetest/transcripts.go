package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

var given = transcript.Transcript{
	Language: "en", Origin: transcript.Uploaded,
	Cues: []transcript.Cue{{StartMS: 0, EndMS: 1000, Text: "Given by hand."}},
}

func transcriptSuite(t *testing.T, open Open) {
	t.Run("a transcript given to a live run is taken up by it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.moderator("ann")
		j, items := w.job(ann, video("a"))
		_, err := w.s.Jobs.ProvideTranscript(w.ctx, j.ID, items[0].ID, ann.ID, given)
		require.True(t, fault.Is(err, fault.Conflict), "it has not begun: %v", err)
		run := w.want(j.ID, items[0].ID).Run.RunID
		got, err := w.s.Jobs.ProvideTranscript(w.ctx, j.ID, items[0].ID, ann.ID, given)
		require.NoError(t, err)
		require.NotNil(t, got.Live)
		require.Equal(t, run, got.Live.RunID)
		begun, err := w.s.Jobs.RunWork(w.ctx, run)
		require.NoError(t, err)
		require.NotNil(t, begun.Run.TranscriptID)
		text, err := w.s.Jobs.TranscriptByID(w.ctx, *begun.Run.TranscriptID)
		require.NoError(t, err)
		require.Equal(t, given, jobs.Cues(text))
		w.finish(run, work.RunDone)
		_, err = w.s.Jobs.ProvideTranscript(w.ctx, j.ID, items[0].ID, ann.ID, given)
		require.True(t, fault.Is(err, fault.Conflict), "it is analyzed: %v", err)
	})
	t.Run("a transcript given after a run ended for want of it makes the next run for all who wait", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.moderator("ann")
		j1, i1 := w.job(ann, video("a"))
		j2, i2 := w.job(nil, video("a"))
		first := w.want(j1.ID, i1[0].ID).Run
		w.want(j2.ID, i2[0].ID)
		w.finish(first.RunID, work.RunNeedsTranscript)
		require.Equal(t, work.ItemNeedsTranscript, w.itemState(j2.ID, 0))
		require.EqualValues(t, work.Waiting, w.jobNow(j1.ID).State)
		got, err := w.s.Jobs.ProvideTranscript(w.ctx, j1.ID, i1[0].ID, ann.ID, given)
		require.NoError(t, err)
		require.Nil(t, got.Live)
		require.Len(t, got.Jobs, 2)
		next := w.want(j1.ID, i1[0].ID).Run
		require.Equal(t, next.RunID, w.want(j2.ID, i2[0].ID).Run.RunID)
		require.Equal(t, work.StageExtract, next.From)
		require.Equal(t, 2, next.Number)
	})
	t.Run("the same transcript is stored once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, id := w.run(episode{id: "a", text: []string{"The same words."}})
		again, err := w.s.Jobs.SaveTranscript(w.ctx, run, transcript.Transcript{
			Language: "en", Origin: transcript.Publisher,
			Cues: []transcript.Cue{{StartMS: 0, EndMS: 5000, Text: "The same words."}},
		})
		require.NoError(t, err)
		require.Equal(t, id, again)
	})
	t.Run("a transcript comes with the places of its mentions", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{
			id: "a", channel: "one", text: []string{"We talked about Dune for a while."},
			mentions: mentions(said(mention.Book, "Dune", 0)),
		})
		text, err := w.s.Catalogue.EpisodeText(w.ctx, "a", store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, "We talked about Dune for a while.", jobs.Cues(text.Transcript).Cues[0].Text)
		require.Len(t, text.Entries, 1)
		places, err := w.s.Catalogue.TranscriptMentions(w.ctx, text.Episode.ID, text.Transcript.ID)
		require.NoError(t, err)
		require.Len(t, places, 1)
		require.Equal(t, "Dune", places[0].Edges.Entity.Name)
	})
	t.Run("an upload is its sender's and keeps its words", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		up, err := w.s.Jobs.CreateUpload(w.ctx, jobs.NewUpload{
			UserID: ann.ID, FileName: "a.vtt", Hash: "h", Size: 3,
			Episode: media.Episode{Title: "A"}, Transcript: given,
		})
		require.NoError(t, err)
		mine, err := w.s.Jobs.Uploads(w.ctx, ann.ID, []string{up.Key})
		require.NoError(t, err)
		whole, err := w.s.Jobs.UploadByKey(w.ctx, mine[0].Key)
		require.NoError(t, err)
		text, err := jobs.UploadTranscript(whole)
		require.NoError(t, err)
		require.Equal(t, given, text)
		_, err = w.s.Jobs.Uploads(w.ctx, bob.ID, []string{up.Key})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
}
