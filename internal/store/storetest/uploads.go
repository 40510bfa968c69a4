package storetest

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// upload sends a file of a person. The name of the file decides about its text, as its bytes do.
func (w *world) upload(by *store.User, file string, size, limitBytes int) (*store.Upload, error) {
	return w.s.Jobs.CreateUpload(w.ctx, jobs.NewUpload{
		UserID: by.ID, FileName: file, Hash: "hash of " + file, Size: size, LimitBytes: limitBytes,
		Episode: media.Episode{Platform: media.Upload, ExternalID: "hash of " + file, Title: file},
		Transcript: transcript.Transcript{Language: "en", Origin: transcript.Uploaded, Cues: []transcript.Cue{
			{StartMS: 0, EndMS: 1000, Speaker: "Ann", Text: "The words of " + file + "."}, {StartMS: 1000, EndMS: 2500, Text: "And more of them."},
		}},
	})
}

// submitted makes a job of uploads and lists its items.
func (w *world) submitted(by *store.User, keys ...string) *store.Job {
	j, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{UserID: &by.ID, Kind: media.KindUpload, Input: "files", UploadIDs: keys})
	require.NoError(w, err)
	n, err := w.s.Jobs.AddUploads(w.ctx, j.ID)
	require.NoError(w, err)
	require.Equal(w, len(keys), n)
	return j
}

func uploadSuite(t *testing.T, open Open) {
	t.Run("the same file of a person is one row, and of two people two", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		first, err := w.upload(ann, "a.vtt", 10, 0)
		require.NoError(t, err)
		w.submitted(ann, first.Key)
		again, err := w.upload(ann, "a.vtt", 10, 0)
		require.NoError(t, err)
		require.Equal(t, first.ID, again.ID)
		require.Equal(t, first.Key, again.Key)
		his, err := w.upload(bob, "a.vtt", 10, 0)
		require.NoError(t, err)
		require.NotEqual(t, first.Key, his.Key)
		require.Equal(t, 2, w.one("SELECT COUNT(*) FROM uploads"))
	})
	t.Run("a text is stored once: with the file until a transcript holds it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		up, err := w.upload(ann, "a.vtt", 10, 0)
		require.NoError(t, err)
		before, err := w.s.Jobs.UploadByKey(w.ctx, up.Key)
		require.NoError(t, err)
		words, err := jobs.UploadTranscript(before)
		require.NoError(t, err)
		require.Equal(t, 1, w.one("SELECT COUNT(*) FROM uploads WHERE packed IS NOT NULL"))

		w.submitted(ann, up.Key)
		require.Zero(t, w.one("SELECT COUNT(*) FROM uploads WHERE packed IS NOT NULL OR cues IS NOT NULL"))
		require.Zero(t, w.one("SELECT COUNT(*) FROM transcripts WHERE cues IS NOT NULL"))
		after, err := w.s.Jobs.UploadByKey(w.ctx, up.Key)
		require.NoError(t, err)
		same, err := jobs.UploadTranscript(after)
		require.NoError(t, err)
		require.Equal(t, words, same)

		_, err = w.upload(ann, "a.vtt", 10, 0)
		require.NoError(t, err)
		require.Zero(t, w.one("SELECT COUNT(*) FROM uploads WHERE packed IS NOT NULL"), "sent again, its transcript still holds it")

		w.submitted(ann, up.Key)
		w.exec("UPDATE uploads SET transcript_id = NULL") // as the deletion of the transcript does
		_, err = w.s.Jobs.Uploads(w.ctx, ann.ID, []string{up.Key})
		require.True(t, fault.Is(err, fault.NotFound), "its text went with the episode: %v", err)
		refilled, err := w.upload(ann, "a.vtt", 10, 0)
		require.NoError(t, err)
		require.Equal(t, up.Key, refilled.Key)
		_, err = w.s.Jobs.Uploads(w.ctx, ann.ID, []string{up.Key})
		require.NoError(t, err, "sending it again mends that")
	})
	t.Run("rows from before cues were packed can be read and are packed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		used, err := w.upload(ann, "used.vtt", 10, 0)
		require.NoError(t, err)
		w.submitted(ann, used.Key)
		waiting, err := w.upload(ann, "waiting.vtt", 10, 0)
		require.NoError(t, err)
		texts := map[string]transcript.Transcript{}
		read := func(key string) transcript.Transcript {
			u, err := w.s.Jobs.UploadByKey(w.ctx, key)
			require.NoError(t, err)
			text, err := jobs.UploadTranscript(u)
			require.NoError(t, err)
			return text
		}
		for _, key := range []string{used.Key, waiting.Key} {
			texts[key] = read(key)
		}
		stored := jobs.Cues(w.transcript(w.one("SELECT id FROM transcripts")))
		w.asBeforePacking(texts)
		for key, text := range texts {
			require.Equal(t, text, read(key), "before they are packed")
		}
		for range 2 {
			require.NoError(t, w.s.PackCues(w.ctx))
			require.Zero(t, w.one("SELECT COUNT(*) FROM uploads WHERE cues IS NOT NULL"))
			require.Zero(t, w.one("SELECT COUNT(*) FROM transcripts WHERE cues IS NOT NULL OR packed IS NULL"))
			require.Equal(t, 1, w.one("SELECT COUNT(*) FROM uploads WHERE packed IS NULL AND transcript_id IS NOT NULL"),
				"the one whose transcript is there")
			for key, text := range texts {
				require.Equal(t, text, read(key), "after")
			}
			require.Equal(t, stored, jobs.Cues(w.transcript(w.one("SELECT id FROM transcripts"))))
		}
	})
	t.Run("so many bytes a day, and then when to come back", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		const limit = 3 << 20
		send := func(by *store.User, file string) (*store.Upload, error) { return w.upload(by, file, 1<<20, limit) }
		first, err := send(ann, "1.vtt")
		require.NoError(t, err)
		w.submitted(ann, first.Key)
		w.clock.pass(time.Hour)
		for _, file := range []string{"2.vtt", "3.vtt", "3.vtt"} {
			_, err = send(ann, file)
			require.NoError(t, err, "the same file counts once")
		}
		_, err = send(ann, "4.vtt")
		require.True(t, fault.Is(err, fault.RateLimited), "a job uses the first one, and it counts: %v", err)
		require.Equal(t, 23*time.Hour, fault.Of(err).RetryAfter.Round(time.Second))
		require.Equal(t, "With this file you would have uploaded more than 3 MiB within a day, which is the limit. Come back in "+
			"23 hours.", fault.Of(err).Sentence)
		_, err = send(bob, "4.vtt")
		require.NoError(t, err, "everybody has a limit of their own")
		_, err = w.upload(ann, "5.vtt", limit+1, limit)
		require.True(t, fault.Is(err, fault.TooLarge), "it never fits: %v", err)
		w.clock.pass(23*time.Hour + time.Minute)
		_, err = send(ann, "4.vtt")
		require.NoError(t, err, "the first one is a day old")
	})
	t.Run("a file submitted again while its job is open makes no second run", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		up, err := w.upload(ann, "a.vtt", 10, 0)
		require.NoError(t, err)
		first, second, third := w.submitted(ann, up.Key), w.submitted(ann, up.Key), w.submitted(ann, up.Key)
		run := w.want(first.ID, w.items(first.ID)[0].ID)
		require.Equal(t, work.StageExtract, run.Run.From, "there is nothing to fetch")
		require.Equal(t, run.Run.RunID, w.want(second.ID, w.items(second.ID)[0].ID).Run.RunID, "a live run is joined")
		w.publish(run.Run.RunID, w.one("SELECT transcript_id FROM runs"), nil)
		w.finish(run.Run.RunID, work.RunDone)
		require.Equal(t, work.ItemAlready, w.want(third.ID, w.items(third.ID)[0].ID).State, "one that is done answers")
		require.Equal(t, 1, w.one("SELECT COUNT(*) FROM runs"))
	})
	t.Run("overlapping imports of the same files make one run for each text", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		const files, imports = 5, 4
		var done sync.WaitGroup
		for range imports {
			done.Go(func() { w.imports(ann, files) })
		}
		done.Wait()
		require.Equal(t, files, w.one("SELECT COUNT(*) FROM uploads"))
		require.Equal(t, files, w.one("SELECT COUNT(*) FROM transcripts"))
		require.Equal(t, files, w.one("SELECT COUNT(*) FROM runs"))
		require.Zero(t, w.one("SELECT COUNT(*) FROM job_items WHERE state NOT IN ('done', 'already')"))
	})
}

// imports uploads files, submits them in one job and sees every run through that it makes, as another import does beside
// it.
func (w *world) imports(by *store.User, files int) {
	var keys []string
	for i := range files {
		up, err := w.upload(by, fmt.Sprintf("%d.vtt", i), 10, 0)
		if !noError(w, err) {
			return
		}
		keys = append(keys, up.Key)
	}
	j, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{UserID: &by.ID, Kind: media.KindUpload, Input: "files", UploadIDs: keys})
	if !noError(w, err) {
		return
	}
	if _, err := w.s.Jobs.AddUploads(w.ctx, j.ID); !noError(w, err) {
		return
	}
	items, _, err := w.s.Jobs.JobItems(w.ctx, j.ID, 0, 0)
	if !noError(w, err) {
		return
	}
	for _, it := range items {
		got, err := w.s.Jobs.WantEpisode(w.ctx, j.ID, it.ID, recipe)
		if !noError(w, err) || got.State != work.ItemRunning {
			continue
		}
		begun, err := w.s.Jobs.RunWork(w.ctx, got.Run.RunID)
		if err == nil {
			_, err = w.s.Publish.Publish(w.ctx, publish.PublishInput{RunID: got.Run.RunID, TranscriptID: *begun.Run.TranscriptID})
		}
		if !fault.Is(err, fault.Stale) { // whoever comes second finds the run closed
			noError(w, err)
		}
		_, _, err = w.s.Jobs.FinishRun(w.ctx, got.Run.RunID, work.RunDone, jobs.Failure{})
		noError(w, err)
	}
}

// noError reports a failure of a goroutine, which may not end the test.
func noError(w *world, err error) bool {
	if err != nil {
		w.Errorf("%v", err)
	}
	return err == nil
}

// one returns the number that a question has for its answer.
func (w *world) one(question string) int {
	w.Helper()
	var n int
	require.NoError(w, Raw(w.T, w.s).QueryRow(question).Scan(&n))
	return n
}

func (w *world) exec(statement string, args ...any) {
	w.Helper()
	_, err := Raw(w.T, w.s).Exec(w.bind(statement), args...)
	require.NoError(w, err)
}

func (w *world) transcript(id int) *store.Transcript {
	w.Helper()
	t, err := w.s.Jobs.TranscriptByID(w.ctx, id)
	require.NoError(w, err)
	return t
}

// asBeforePacking stores texts as former releases did: each upload with a copy of its own, as JSON in base64.
func (w *world) asBeforePacking(texts map[string]transcript.Transcript) {
	w.Helper()
	for key, text := range texts {
		cues, err := json.Marshal(text.Cues)
		require.NoError(w, err)
		column, err := json.Marshal(cues)
		require.NoError(w, err)
		w.exec("UPDATE uploads SET cues = ?, packed = NULL, transcript_id = NULL WHERE key = '"+key+"'", string(column))
		held := w.one("SELECT COUNT(*) FROM uploads WHERE used_at IS NOT NULL AND key = '" + key + "'")
		if held == 1 {
			w.exec("UPDATE transcripts SET cues = ?, packed = NULL", string(cues))
		}
	}
}
