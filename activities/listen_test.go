package activities_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/audio"
	"mentionary/internal/extract/offline"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/speech"
	"mentionary/internal/speech/openai"
	"mentionary/internal/speech/speechtest"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// listener is a world whose episode has audio and no transcript, with a speech server.
type listener struct {
	*world
	listen  *activities.Listen
	server  *speechtest.Server
	fetched atomic.Int64 // requests for the audio
}

// listens serves a body as the audio of the episode. Pieces are at most so long.
func listens(t *testing.T, open storetest.Open, talk speechtest.Talk, serve http.HandlerFunc, longest time.Duration) *listener {
	t.Helper()
	l := &listener{world: newWorld(t, open, offline.New()), server: speechtest.New(t, talk)}
	host := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		l.fetched.Add(1)
		serve(rw, r)
	}))
	t.Cleanup(host.Close)
	ear, err := openai.New(openai.Options{
		BaseURL: l.server.URL, Key: speechtest.Key, Model: speechtest.Model, HTTPClient: l.server.Client(), MaxMS: int(longest.Milliseconds()),
	})
	require.NoError(t, err)
	l.listen = l.worker(host.Client())
	l.listen.Server = ear
	l.fetch.Listen = l.listen
	l.site.transcript = transcript.Transcript{}
	l.site.platform, l.site.episode = media.Feed, ofFeed(host.URL+"/episode.mp3")
	return l
}

// ofFeed is an episode of a feed with its file.
func ofFeed(file string) media.Episode {
	e := talk()
	e.Platform, e.ExternalID, e.MediaURL = media.Feed, showFeed+"#1", file
	e.Channel = media.Channel{Platform: media.Feed, ExternalID: showFeed, Name: "Slow talk"}
	return e
}

const showFeed = "https://shows.example/feed.xml"

// wanted writes a job of the episode and makes it want its run; the id of videos has nothing to do with it.
func (l *listener) wanted(string) (jobID, runID int) {
	l.Helper()
	return l.wantedAs(media.DefaultSelection(media.KindVideo))
}

func (l *listener) wantedAs(selection media.Selection) (jobID, runID int) {
	l.Helper()
	ref := media.Ref{Platform: media.Feed, Kind: media.KindVideo, ExternalID: showFeed, ItemID: "1", URL: showFeed}
	l.site.pages[""] = source.Page{Episodes: []media.Episode{l.site.episode}}
	jobID = l.submit(media.KindVideo, ref, selection)
	_, err := l.list.ListInput(l.Context(), activities.Listing{JobID: jobID})
	require.NoError(l, err)
	_, err = l.jobs.WantEpisode(l.Context(), activities.WantInput{JobID: jobID, ItemID: l.item(jobID).ID})
	require.NoError(l, err)
	return jobID, *l.item(jobID).RunID
}

// worker is another process with a disk of its own.
func (l *listener) worker(door *http.Client) *activities.Listen {
	limits := audio.Limits{Dir: l.TempDir(), MaxBytes: 256 << 20, DiskBytes: 1 << 30, MaxTime: time.Minute}
	out := &activities.Listen{
		Store: l.s, Longest: 12 * time.Hour, Now: l.now, Log: quiet,
		Fetch: func(ctx context.Context, address, name string, progress func(int64)) (audio.File, error) {
			return audio.Fetch(ctx, door, address, name, limits, progress)
		},
		Take: func(
			ctx context.Context, name string, write func(context.Context, io.Writer) error, progress func(int64),
		) (audio.File, error) {
			return audio.Take(ctx, name, limits, write, progress)
		},
		Sources: l.fetch.Sources,
		Remove:  func(name string) error { return audio.Remove(limits, name) },
	}
	if l.listen != nil {
		out.Server = l.listen.Server
	}
	return out
}

// sends serves bytes as a file that may be asked for in part.
func sends(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "episode.mp3", begin, strings.NewReader(string(body)))
	}
}

// begins brings a run to the point where it listens.
func (l *listener) begins() (runID int) {
	l.Helper()
	_, runID = l.wanted(videoID)
	require.NoError(l, l.fetch.FetchEpisode(l.Context(), stage(runID, work.StageEpisode)))
	got, err := l.fetch.FetchTranscript(l.Context(), stage(runID, work.StageTranscript))
	require.NoError(l, err)
	require.True(l, got.Listen)
	return runID
}

func (l *listener) prepares(runID int) int {
	l.Helper()
	plan, err := l.listen.PrepareAudio(l.Context(), stage(runID, work.StageTranscript))
	require.NoError(l, err)
	return plan.Pieces
}

func (l *listener) hearsPiece(ctx context.Context, a *activities.Listen, runID, i, n int) error {
	return a.HearPiece(ctx, activities.PieceInput{RunStage: stage(runID, work.StageTranscript), Piece: i, Pieces: n})
}

// booked is the ledger's day, in milliseconds of audio.
func (l *listener) booked() (ms, calls int) {
	l.Helper()
	got, err := l.s.Jobs.Spending(l.Context(), database.PeriodOf(l.now(), 1), 10)
	require.NoError(l, err)
	for _, d := range got.Days {
		require.Equal(l, speechtest.Model, d.Model)
		ms, calls = ms+d.HeardMS, calls+d.Calls
	}
	return ms, calls
}

// spokenWords are the words of the run's transcript as they were said, without marks.
func (l *listener) spokenWords(runID int) []string {
	l.Helper()
	plan, err := l.fetch.PlanChunks(l.Context(), stage(runID, work.StageExtract))
	require.NoError(l, err)
	text, err := l.texts.Get(l.Context(), plan.TranscriptID)
	require.NoError(l, err)
	return bare(text.Document.Text)
}

func bare(text string) []string {
	return strings.Fields(strings.NewReplacer(".", "", ",", "", "?", "", "!", "").Replace(strings.ToLower(text)))
}

func TestAnEpisodeWithoutATranscriptIsHeard(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			talk := speechtest.NewTalk(3, 3*time.Minute)
			l := listens(t, open, talk, sends(talk.MP3()), time.Minute)
			run := l.begins()
			n := l.prepares(run)
			require.Greater(t, n, 2)
			require.Equal(t, n, l.prepares(run), "run twice")
			for i := range n {
				require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, i, n))
				require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, i, n), "run twice: it is heard")
			}
			require.Len(t, l.server.Requests(), n)
			require.EqualValues(t, 1, l.fetched.Load())
			for range 2 {
				require.NoError(t, l.listen.JoinSpeech(t.Context(), stage(run, work.StageTranscript)))
			}
			require.Equal(t, bare(talk.Text()), l.spokenWords(run))
			step := l.step(run, work.StageTranscript)
			require.EqualValues(t, work.StepDone, step.State)
			require.Contains(t, step.Text, "The feed has no transcript: hearing-1 listened to 3 min in ")
			ms, calls := l.booked()
			require.Equal(t, n, calls)
			require.InDelta(t, l.sent(), ms, 500, "to the second")
			got, err := l.s.Jobs.RunWork(t.Context(), run)
			require.NoError(t, err)
			row, err := l.s.Jobs.TranscriptByID(t.Context(), *got.Run.TranscriptID)
			require.NoError(t, err)
			require.Equal(t, [2]string{string(transcript.Speech), speechtest.Model}, [2]string{row.Origin, row.HeardBy})
			require.Equal(t, 3600, got.Episode.Duration, "what the source says stays")
		})
	}
}

// sent is how much audio the server was sent, each stretch once, in milliseconds.
func (l *listener) sent() (ms int) {
	for s := range l.server.Counts() {
		ms += s.EndMS - s.StartMS
	}
	return ms
}

// An hour is heard although its worker is killed ten times: before the piece is sent, while the server hears it, or after it
// answered and before that is written. Another worker without the file goes on each time.
func TestAnHourIsHeardThroughTenKills(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(9, time.Hour)
	l := listens(t, storetest.SQLite, talk, sends(talk.MP3()), 5*time.Minute)
	run := l.begins()
	n := l.prepares(run)
	require.Greater(t, n, 11)
	a := l.listen
	kills := 0
	for i := range n {
		if kills < 10 {
			kills++
			ctx, kill := context.WithCancel(t.Context())
			switch i % 3 {
			case 0: // before it is sent
				kill()
			case 1: // while it is heard
				l.server.SetScript(func(speechtest.Request) speechtest.Reply {
					kill()
					return speechtest.Reply{Hang: true}
				})
			case 2: // after the answer: its writer is gone, the reservation stays open
				row := l.planned(run)[i]
				_, err := l.s.Jobs.ReserveSpeech(t.Context(), run, i, speechtest.Model, row.EndMs-row.StartMs)
				require.NoError(t, err)
				kill()
			}
			err := l.hearsPiece(ctx, a, run, i, n)
			kill()
			require.Error(t, err)
			l.server.SetScript(speechtest.Right())
			server := a.Server
			a = l.worker(http.DefaultClient) // the address is a server of this test, on loopback
			a.Server = server
		}
		require.NoError(t, l.hearsPiece(t.Context(), a, run, i, n))
	}
	require.NoError(t, a.JoinSpeech(t.Context(), stage(run, work.StageTranscript)))
	require.Equal(t, bare(talk.Text()), l.spokenWords(run), "every word once")
	for stretch, times := range l.server.Counts() {
		require.LessOrEqual(t, times, 2, "%v", stretch)
	}
	ms, _ := l.booked()
	require.InDelta(t, l.sent(), ms, 500, "each piece is paid once, to the second")
}

func (l *listener) planned(run int) []*store.Hearing {
	l.Helper()
	rows, err := l.s.Jobs.Hearings(l.Context(), run)
	require.NoError(l, err)
	return rows
}

func TestAudioThatCannotBeHeardAsksForATranscriptAndSaysWhy(t *testing.T) {
	t.Parallel()
	page := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><html><body>Please log in</body></html>" + strings.Repeat(" ", 2000)))
	}
	answers := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
	}
	for name, serve := range map[string]http.HandlerFunc{
		"a web page": page, "gone": answers(410), "expired": answers(403), "nothing": sends(nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := listens(t, storetest.SQLite, speechtest.NewTalk(1, time.Minute), serve, time.Minute)
			run := l.begins()
			_, err := l.listen.PrepareAudio(t.Context(), stage(run, work.StageTranscript))
			require.Error(t, err)
			if !fault.KindOf(err).Retryable() {
				require.True(t, fault.Is(err, fault.NoTranscript), "%v", err)
				require.True(t, strings.HasPrefix(fault.Of(err).Sentence, "The feed has no transcript, and its audio could not be heard. "))
				require.Greater(t, len(fault.Of(err).Sentence), 80, "and why")
			}
			require.Empty(t, l.server.Requests())
		})
	}
}

func TestAnEpisodeThatIsTooLongIsNotHeard(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(2, 3*time.Minute)
	l := listens(t, storetest.SQLite, talk, sends(talk.MP3()), time.Minute)
	l.listen.Longest = 2 * time.Minute
	run := l.begins()
	_, err := l.listen.PrepareAudio(t.Context(), stage(run, work.StageTranscript))
	require.True(t, fault.Is(err, fault.NoTranscript), "%v", err)
	require.Contains(t, fault.Of(err).Sentence, "The audio is 3 min long, and at most 2 min are listened to.")
}

func TestMusicOnlyIsNoTranscript(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(4, time.Minute)
	l := listens(t, storetest.SQLite, talk, sends(talk.MP3()), 5*time.Minute)
	l.server.SetScript(func(r speechtest.Request) speechtest.Reply {
		if r.Probe {
			return speechtest.Reply{}
		}
		return speechtest.Reply{Raw: `{"task":"transcribe","language":"english","duration":60,"text":"","segments":[],"words":[]}`}
	})
	run := l.begins()
	n := l.prepares(run)
	require.Equal(t, 1, n)
	require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, 0, n))
	err := l.listen.JoinSpeech(t.Context(), stage(run, work.StageTranscript))
	require.True(t, fault.Is(err, fault.NoTranscript), "%v", err)
	require.Contains(t, fault.Of(err).Sentence, "No speech was found in the audio.")
	_, calls := l.booked()
	require.Equal(t, 1, calls, "it was heard all the same")
}

func TestWhatTheServerFailsAtIsPaidOnlyWhereItMayHaveWorked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script speechtest.Script
		kinds  []fault.Kind
		calls  int
	}{
		"too many requests": {speechtest.RateLimited(30), []fault.Kind{fault.RateLimited}, 0},
		"a refused key":     {speechtest.Status(401, "invalid_api_key"), []fault.Kind{fault.Denied}, 0},
		"nonsense":          {speechtest.Nonsense(), []fault.Kind{fault.Unavailable, fault.NoTranscript}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			talk := speechtest.NewTalk(5, time.Minute)
			l := listens(t, storetest.SQLite, talk, sends(talk.MP3()), 5*time.Minute)
			run := l.begins()
			n := l.prepares(run)
			l.server.SetScript(func(r speechtest.Request) speechtest.Reply {
				if r.Probe {
					return speechtest.Reply{}
				}
				return c.script(r)
			})
			err := l.hearsPiece(t.Context(), l.listen, run, 0, n)
			require.True(t, slices.Contains(c.kinds, fault.KindOf(err)), "%v", err)
			require.NotContains(t, err.Error(), speechtest.Key)
			ms, calls := l.booked()
			require.Zero(t, ms)
			require.LessOrEqual(t, calls, c.calls)
			if fault.Is(err, fault.Denied) {
				before := len(l.server.All())
				require.True(t, fault.Is(l.hearsPiece(t.Context(), l.listen, run, 0, n), fault.Denied))
				require.Len(t, l.server.All(), before, "nobody asks again for a minute")
				return
			}
			l.server.SetScript(speechtest.Right())
			require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, 0, n))
		})
	}
}

func TestAudioThatChangedIsPlannedAnew(t *testing.T) {
	t.Parallel()
	first, second := speechtest.NewTalk(6, 2*time.Minute), speechtest.NewTalk(7, 3*time.Minute)
	var now atomic.Pointer[[]byte]
	body := first.MP3()
	now.Store(&body)
	l := listens(t, storetest.SQLite, first, func(w http.ResponseWriter, r *http.Request) { sends(*now.Load())(w, r) }, time.Minute)
	run := l.begins()
	n := l.prepares(run)
	require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, 0, n))
	other := second.MP3()
	now.Store(&other)
	elsewhere := l.worker(http.DefaultClient) // the address is a server of this test, on loopback
	elsewhere.Server = l.listen.Server
	err := l.hearsPiece(t.Context(), elsewhere, run, 1, n)
	require.True(t, errors.Is(err, jobs.ErrOtherAudio), "%v", err)
	plan, err := elsewhere.PrepareAudio(t.Context(), stage(run, work.StageTranscript))
	require.NoError(t, err)
	require.Greater(t, plan.Pieces, n)
	for _, r := range l.planned(run) {
		require.Nil(t, r.HeardAt, "what was heard of the former audio fits no more")
	}
}

func TestWithoutAServerOrAudioPeopleAreAsked(t *testing.T) {
	t.Parallel()
	const none = "The source has no transcript."
	for name, c := range map[string]struct {
		change func(l *listener)
		want   string
	}{
		"no server": {func(l *listener) { l.listen.Server = nil }, none},
		"no audio": {
			func(l *listener) { l.site.episode.MediaURL = "" }, "The feed has no transcript, and there is no audio to listen to.",
		},
		"nobody": {func(l *listener) { l.fetch.Listen = nil }, none},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := listens(t, storetest.SQLite, speechtest.NewTalk(1, time.Minute), sends(nil), time.Minute)
			c.change(l)
			_, run := l.wanted(videoID)
			require.NoError(t, l.fetch.FetchEpisode(t.Context(), stage(run, work.StageEpisode)))
			_, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
			require.True(t, fault.Is(err, fault.NoTranscript), "%v", err)
			require.Equal(t, c.want, fault.Of(err).Sentence)
		})
	}
}

// A transcript that its source names and does not give holds nobody up for days when the audio can be listened to.
func TestATranscriptThatTheSourceDoesNotGiveIsHeardInstead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind fault.Kind
		wait time.Duration // until the audio is listened to
	}{
		"for subscribers":   {fault.Private, 0},
		"another format":    {fault.Unsupported, 0},
		"robots turned off": {fault.Blocked, 5 * time.Minute},
		"server away":       {fault.Unavailable, 5 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := listens(t, storetest.SQLite, speechtest.NewTalk(1, time.Minute), sends(nil), time.Minute)
			_, run := l.wanted(videoID)
			require.NoError(t, l.fetch.FetchEpisode(t.Context(), stage(run, work.StageEpisode)))
			l.site.err = fault.New(c.kind, "Not for you.")
			if c.wait > 0 {
				for _, before := range []time.Duration{0, c.wait - time.Second} {
					l.pass(before)
					_, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
					require.True(t, fault.Is(err, c.kind), "%v", err)
				}
				l.pass(time.Second)
			}
			got, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
			require.NoError(t, err)
			require.Equal(t, activities.Fetched{Listen: true}, got)

			l.listen.Server = nil
			_, err = l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
			require.True(t, fault.Is(err, c.kind), "without a speech server it is what it was: %v", err)
		})
	}
}

// twoVoices hears two people by turns, five seconds each, and calls them "A" and "B", the other way around in every other piece.
type twoVoices struct{}

func (twoVoices) Name() string          { return speechtest.Model }
func (twoVoices) Limits() speech.Limits { return speech.Limits{MaxBytes: 25 << 20, MaxMS: 60_000} }

func (twoVoices) Hear(_ context.Context, _ string, p audio.Piece, _ speech.Hints) (speech.Heard, error) {
	h := speech.Heard{MS: p.EndMS - p.StartMS}
	for ms := (p.StartMS + 4999) / 5000 * 5000; ms+5000 <= p.EndMS; ms += 5000 {
		turn := ms / 5000
		text := fmt.Sprintf("Sentence number %d is said here.", turn)
		if turn == 0 {
			text = "I'm Ann Leigh, welcome."
		}
		label := string("AB"[(turn+p.Number)%2])
		h.Cues = append(h.Cues, transcript.Cue{StartMS: ms, EndMS: ms + 5000, Speaker: label, Text: text})
	}
	return h, nil
}

func TestAudioThatAKilledWorkerLeftIsDeletedByTheNextTry(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(3, time.Minute)
	l := listens(t, storetest.SQLite, talk, sends(talk.MP3()), 5*time.Minute)
	fetch, path := l.listen.Fetch, ""
	l.listen.Fetch = func(ctx context.Context, address, name string, progress func(int64)) (audio.File, error) {
		f, err := fetch(ctx, address, name, progress)
		path = f.Path
		return f, err
	}
	run := l.begins()
	require.Equal(t, 1, l.prepares(run))
	require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, 0, 1))
	remove := l.listen.Remove
	l.listen.Remove = func(string) error { return errors.New("killed") } // between the row and the file
	require.NoError(t, l.listen.JoinSpeech(t.Context(), stage(run, work.StageTranscript)))
	require.FileExists(t, path)
	l.listen.Remove = remove
	require.NoError(t, l.listen.JoinSpeech(t.Context(), stage(run, work.StageTranscript)))
	require.NoFileExists(t, path)
}

func TestVoicesThatIntroduceThemselvesSpeakInTheTranscript(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(3, 2*time.Minute)
	l := listens(t, storetest.SQLite, talk, sends(talk.MP3()), time.Minute)
	l.listen.Server = twoVoices{}
	l.site.episode.People = []media.Person{{Name: "Ann Lee"}}
	run := l.begins()
	n := l.prepares(run)
	require.Greater(t, n, 1)
	for i := range n {
		require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, i, n))
	}
	require.NoError(t, l.listen.JoinSpeech(t.Context(), stage(run, work.StageTranscript)))
	plan, err := l.fetch.PlanChunks(t.Context(), stage(run, work.StageExtract))
	require.NoError(t, err)
	text, err := l.texts.Get(t.Context(), plan.TranscriptID)
	require.NoError(t, err)
	for _, c := range text.Cues {
		require.Contains(t, []string{"", "Ann Lee"}, c.Speaker, "a label is nobody")
	}
	require.Equal(t, "Ann Lee", text.Cues[0].Speaker, "as the source writes it")
	require.Equal(t, "Ann Lee", text.Cues[2].Speaker)
}

func TestAudioIsHeardAgainAlthoughThereIsATranscript(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(3, time.Minute)
	l := listens(t, storetest.SQLite, talk, sends(talk.MP3()), time.Minute)
	l.site.transcript = spoken(sentences...)
	_, run := l.wanted("")
	require.NoError(t, l.fetch.FetchEpisode(t.Context(), stage(run, work.StageEpisode)))
	got, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
	require.NoError(t, err)
	require.False(t, got.Listen, "nobody asked for it")
	_, err = l.jobs.FinishRun(t.Context(), activities.Finish{RunID: run, State: work.RunDone})
	require.NoError(t, err)

	again := media.DefaultSelection(media.KindVideo)
	again.Listen = true // as jobs.ListenAgain says it
	_, run = l.wantedAs(again)
	got, err = l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
	require.NoError(t, err)
	require.True(t, got.Listen)
	n := l.prepares(run)
	for i := range n {
		require.NoError(t, l.hearsPiece(t.Context(), l.listen, run, i, n))
	}
	require.NoError(t, l.listen.JoinSpeech(t.Context(), stage(run, work.StageTranscript)))
	require.Equal(t, bare(talk.Text()), l.spokenWords(run))
	require.Contains(t, l.step(run, work.StageTranscript).Text, "A moderator asked for a new transcript: hearing-1 listened to ")

	l.listen.Server = nil
	_, err = l.jobs.FinishRun(t.Context(), activities.Finish{RunID: run, State: work.RunDone})
	require.NoError(t, err)
	_, run = l.wantedAs(again)
	_, err = l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
	require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
}
