package activities_test

import (
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/speech/speechtest"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

// videoSite is a site that brings the sound of its videos itself.
type videoSite struct {
	*site
	sound   func(to io.Writer) error
	brought int
	missing string
}

func (s *videoSite) WhyNoAudio() string { return s.missing }

func (s *videoSite) Audio(_ context.Context, ep media.Episode, to io.Writer) error {
	if ep.ExternalID != videoID {
		return fault.New(fault.BadInput, "Another video.")
	}
	s.brought++
	return s.sound(to)
}

// watches is a listener to a video without captions, whose site brings its sound.
func watches(t *testing.T, open storetest.Open, talk speechtest.Talk, sound func(to io.Writer) error) (*listener, *videoSite) {
	t.Helper()
	l := listens(t, open, talk, http.NotFound, time.Minute)
	v := &videoSite{site: &site{platform: media.YouTube, episode: videoTalk()}, sound: sound}
	l.fetch.Sources[media.YouTube] = v
	return l, v
}

func videoTalk() media.Episode {
	e := talk()
	e.MediaURL = "https://videos.example/expires/file.mp4" // a site that names files does so for an hour only
	return e
}

// watched brings the run of the video to the point where its transcript is fetched.
func (l *listener) watched() (runID int) {
	l.Helper()
	_, runID = l.world.wanted(videoID)
	require.NoError(l, l.fetch.FetchEpisode(l.Context(), stage(runID, work.StageEpisode)))
	return runID
}

func TestAVideoWithoutCaptionsIsHeard(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			talk := speechtest.NewTalk(3, 3*time.Minute)
			l, v := watches(t, open, talk, func(to io.Writer) error { _, err := to.Write(talk.MP3()); return err })
			run := l.watched()
			got, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
			require.NoError(t, err)
			require.Equal(t, activities.Fetched{Listen: true}, got)
			n := l.prepares(run)
			for i := range n {
				require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, i, n))
			}
			require.Equal(t, 1, v.brought)
			require.NoError(t, l.listen.JoinSpeech(t.Context(), stage(run, work.StageTranscript)))
			require.Equal(t, bare(talk.Text()), l.spokenWords(run))
		})
	}
}

// Each download of a video may be another file: another worker goes on with it all the same, and nothing is heard again.
func TestAnotherFileOfAVideoIsTheSameSound(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(3, 3*time.Minute)
	downloads := 0
	l, v := watches(t, storetest.SQLite, talk, func(to io.Writer) error {
		if downloads++; downloads > 1 {
			_, err := to.Write(append(talk.WAV(), make([]byte, 100)...))
			return err
		}
		_, err := to.Write(talk.MP3())
		return err
	})
	run := l.watched()
	_, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
	require.NoError(t, err)
	n := l.prepares(run)
	require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, 0, n))
	elsewhere := l.worker(http.DefaultClient) // the address is a server of this test, on loopback
	elsewhere.Server = l.listen.Server
	for i := range n {
		require.NoError(t, l.hearsPiece(t.Context(), elsewhere, run, i, n))
	}
	require.Equal(t, 2, v.brought)
	require.Len(t, l.server.Requests(), n)
}

func TestWhyNobodyListensToAVideoIsSaid(t *testing.T) {
	t.Parallel()
	const missing = "Only a program that is not here can bring it."
	for name, c := range map[string]struct {
		change func(l *listener, v *videoSite)
		want   string
	}{
		"the program is missing": {
			func(_ *listener, v *videoSite) { v.missing = missing },
			"The video has no captions that could be read, and its audio could not be heard. " + missing,
		},
		"no speech server": {
			func(l *listener, v *videoSite) { l.listen.Server, v.missing = nil, missing },
			"The source has no transcript.",
		},
		"a source that brings none": {
			func(l *listener, v *videoSite) { l.fetch.Sources[media.YouTube] = v.site },
			"The video has no captions that could be read, and there is no audio to listen to.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, v := watches(t, storetest.SQLite, speechtest.NewTalk(1, time.Minute), nil)
			c.change(l, v)
			run := l.watched()
			_, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
			require.True(t, fault.Is(err, fault.NoTranscript), "%v", err)
			require.Equal(t, c.want, fault.Of(err).Sentence)
		})
	}
}

func TestAWorkerWithoutTheProgramSaysSo(t *testing.T) {
	t.Parallel()
	l, v := watches(t, storetest.SQLite, speechtest.NewTalk(1, time.Minute), nil)
	run := l.watched()
	_, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
	require.NoError(t, err)
	v.missing = "It is not installed on this server."
	_, err = l.listen.PrepareAudio(t.Context(), stage(run, work.StageTranscript))
	require.True(t, fault.Is(err, fault.NoTranscript), "%v", err)
	require.Contains(t, fault.Of(err).Sentence, v.missing)
}

func TestSoundThatCannotBeBroughtIsWaitedForOrSaid(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fault.Kind]fault.Kind{
		fault.Blocked: fault.Blocked, fault.Unavailable: fault.Unavailable, fault.Private: fault.NoTranscript, fault.NotFound: fault.NoTranscript,
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			l, _ := watches(t, storetest.SQLite, speechtest.NewTalk(1, time.Minute), func(to io.Writer) error {
				if _, err := to.Write(speechtest.NewTalk(1, time.Minute).MP3()); err != nil {
					return err
				}
				return fault.New(kind, "The site says so.")
			})
			run := l.watched()
			_, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
			require.NoError(t, err)
			_, err = l.listen.PrepareAudio(t.Context(), stage(run, work.StageTranscript))
			require.True(t, fault.Is(err, want), "%v", err)
			require.Contains(t, fault.Of(err).Sentence, "The site says so.")
		})
	}
}

var _ source.AudioBringer = (*videoSite)(nil)
