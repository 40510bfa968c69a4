package storetest

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

const roomForSound = 1 << 40

// sound sends audio of so many parts. Its hash is the file's name.
func (w *world) sound(by *store.User, file string, parts int) *store.Upload {
	w.Helper()
	id := w.begunSound(by, file, parts)
	u, err := w.s.Jobs.FinishSound(w.ctx, id, aboutSound(file, parts))
	require.NoError(w, err)
	return u
}

func aboutSound(file string, parts int) jobs.Sound {
	return jobs.Sound{
		Hash: "hash of " + file, Size: parts * 10,
		Episode: media.Episode{Platform: media.Upload, ExternalID: "hash of " + file, Title: file},
	}
}

func (w *world) begunSound(by *store.User, file string, parts int) int {
	w.Helper()
	id, err := w.s.Jobs.BeginSound(w.ctx, jobs.NewSound{UserID: by.ID, FileName: file, Format: "mp3"})
	require.NoError(w, err)
	for i := range parts {
		require.NoError(w, w.s.Jobs.AddSoundPart(w.ctx, id, i, bytes.Repeat([]byte{byte(i)}, 10), roomForSound))
	}
	return id
}

// soundRun submits a file and makes its item want its run.
func (w *world) soundRun(j *store.Job) *store.Run {
	w.Helper()
	items, _, err := w.s.Jobs.JobItems(w.ctx, j.ID, 0, 0)
	require.NoError(w, err)
	got, err := w.s.Jobs.RunWork(w.ctx, w.want(j.ID, items[0].ID).Run.RunID)
	require.NoError(w, err)
	return got.Run
}

func (w *world) parts() int {
	w.Helper()
	return w.one("SELECT COUNT(*) FROM upload_parts")
}

var saidInSound = transcript.Transcript{
	Language: "en", Origin: transcript.Speech, Cues: []transcript.Cue{{StartMS: 0, EndMS: 1000, Text: "What was said in the file."}},
}

func soundSuite(t *testing.T, open Open) {
	t.Run("audio lies in parts until its transcript is written, and its run begins by listening", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		u := w.sound(ann, "talk.mp3", 3)
		rows, err := w.s.Jobs.Uploads(w.ctx, ann.ID, []string{u.Key})
		require.NoError(t, err)
		require.Equal(t, "mp3", rows[0].Format)
		run := w.soundRun(w.submitted(ann, u.Key))
		require.EqualValues(t, work.StageTranscript, run.FromStage)
		got, err := w.s.Jobs.RunWork(w.ctx, run.ID)
		require.NoError(t, err)
		require.Equal(t, "talk.mp3", got.Episode.Title)

		found, err := w.s.Jobs.SoundOf(w.ctx, media.Platform(got.Episode.Platform), got.Episode.ExternalID)
		require.NoError(t, err)
		require.Equal(t, u.ID, found.ID)
		for i := range 3 {
			data, err := w.s.Jobs.SoundPart(w.ctx, found.ID, i)
			require.NoError(t, err)
			require.Equal(t, bytes.Repeat([]byte{byte(i)}, 10), data)
		}

		require.Zero(t, got.Episode.Duration)
		_, err = w.s.Jobs.SaveHeard(w.ctx, run.ID, saidInSound, 90_400, "heard")
		require.NoError(t, err)
		got, err = w.s.Jobs.RunWork(w.ctx, run.ID)
		require.NoError(t, err)
		require.Equal(t, 90, got.Episode.Duration, "a file tells no length; what was heard does")
		for range 2 {
			require.NoError(t, w.s.Jobs.DropHeardSounds(w.ctx, got.Episode.ID))
		}
		require.Zero(t, w.parts())
		_, err = w.s.Jobs.SoundOf(w.ctx, media.Platform(got.Episode.Platform), got.Episode.ExternalID)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		again := w.sound(ann, "talk.mp3", 3)
		require.Equal(t, u.ID, again.ID, "the same bytes are the same row: nobody hears them twice")
		require.Zero(t, w.parts())
		heard, err := w.s.Jobs.UploadByKey(w.ctx, u.Key)
		require.NoError(t, err)
		text, err := jobs.UploadTranscript(heard)
		require.NoError(t, err)
		require.Equal(t, saidInSound.Cues, text.Cues)
	})
	t.Run("the same audio of two people is two episodes, and each has its own", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		for i, name := range []string{"ann", "bob"} {
			p := w.person(name)
			run := w.soundRun(w.submitted(p, w.sound(p, "talk.mp3", 2).Key))
			got, err := w.s.Jobs.RunWork(w.ctx, run.ID)
			require.NoError(t, err)
			found, err := w.s.Jobs.SoundOf(w.ctx, media.Upload, got.Episode.ExternalID)
			require.NoError(t, err)
			require.Equal(t, p.ID, found.UserID)
			require.Equal(t, 2*(i+1), w.parts())
		}
	})
	t.Run("what has not arrived whole is no upload, and goes", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		id := w.begunSound(ann, "talk.mp3", 2)
		require.Zero(t, w.one("SELECT COUNT(*) FROM uploads WHERE content_hash <> ''"))
		require.NoError(t, w.s.Jobs.DropSound(w.ctx, id))
		require.NoError(t, w.s.Jobs.DropSound(w.ctx, id))
		require.Zero(t, w.one("SELECT COUNT(*) FROM uploads"))

		w.begunSound(ann, "left.mp3", 70) // its process died
		n, err := w.s.Jobs.DropSounds(w.ctx, w.clock.now().Add(-time.Hour), w.clock.now().Add(-time.Minute))
		require.NoError(t, err)
		require.Zero(t, n, "it may still be coming")
		w.clock.pass(2 * time.Minute)
		n, err = w.s.Jobs.DropSounds(w.ctx, w.clock.now().Add(-time.Hour), w.clock.now().Add(-time.Minute))
		require.NoError(t, err)
		require.Equal(t, 70, n)
		require.Zero(t, w.one("SELECT COUNT(*) FROM uploads"))
	})
	t.Run("what is old goes, unless somebody listens to it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		unused := w.sound(ann, "unused.mp3", 2)
		used := w.sound(ann, "used.mp3", 3)
		run := w.soundRun(w.submitted(ann, used.Key))
		w.clock.pass(8 * 24 * time.Hour)
		drop := func() int {
			n, err := w.s.Jobs.DropSounds(w.ctx, w.clock.now().Add(-7*24*time.Hour), w.clock.now().Add(-24*time.Hour))
			require.NoError(t, err)
			return n
		}
		require.Equal(t, 2, drop())
		_, err := w.s.Jobs.Uploads(w.ctx, ann.ID, []string{unused.Key})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		anew := w.sound(ann, "unused.mp3", 2)
		require.Equal(t, 5, w.parts(), "sent again, it is there again")
		_, err = w.s.Jobs.Uploads(w.ctx, ann.ID, []string{anew.Key})
		require.NoError(t, err)
		_, err = w.s.Jobs.SaveHeard(w.ctx, run.ID, saidInSound, 90_400, "heard")
		require.NoError(t, err)
		require.Equal(t, 3, drop(), "what is heard goes, also when its run could not delete it")
	})
	t.Run("audio has a quota and counts for its sender", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		id := w.begunSound(ann, "a.mp3", 2)
		err := w.s.Jobs.AddSoundPart(w.ctx, id, 2, []byte{1}, 2*jobs.SoundPartBytes)
		require.True(t, fault.Is(err, fault.TooLarge), "%v", err)
		require.NoError(t, w.s.Jobs.AddSoundPart(w.ctx, id, 2, []byte{1}, 3*jobs.SoundPartBytes))

		begin := func(p *store.User, declared int) error {
			_, err := w.s.Jobs.BeginSound(w.ctx, jobs.NewSound{
				UserID: p.ID, FileName: "x.mp3", Format: "mp3", Declared: declared, LimitBytes: 100,
			})
			return err
		}
		require.NoError(t, begin(bob, 60))
		require.True(t, fault.Is(begin(bob, 60), fault.RateLimited), "what is on its way counts")
		silent, err := w.s.Jobs.BeginSound(w.ctx, jobs.NewSound{UserID: bob.ID, FileName: "y.mp3", Format: "mp3", LimitBytes: 100})
		require.NoError(t, err)
		in := aboutSound("y.mp3", 5)
		in.LimitBytes = 100
		_, err = w.s.Jobs.FinishSound(w.ctx, silent, in)
		require.True(t, fault.Is(err, fault.RateLimited), "who does not say how much comes is counted at the end: %v", err)
	})
	t.Run("audio goes with its person, and an episode that is deleted leaves the file", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		u := w.sound(ann, "talk.mp3", 2)
		run := w.soundRun(w.submitted(ann, u.Key))
		require.Equal(t, 1, w.one("SELECT COUNT(*) FROM uploads WHERE episode_id IS NOT NULL"))
		require.NotZero(t, run.ID)
		_, err := w.s.People.DeleteAccount(w.ctx, ann.ID)
		require.NoError(t, err)
		require.Zero(t, w.parts())
		require.Zero(t, w.one("SELECT COUNT(*) FROM uploads"))
	})
}
