package openai_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/speech"
	"mentionary/internal/speech/openai"
	"mentionary/internal/speech/speechtest"
	"mentionary/internal/transcript"
)

func newServer(t *testing.T, s *speechtest.Server, change ...func(*openai.Options)) *openai.Server {
	t.Helper()
	o := openai.Options{BaseURL: s.URL, Key: speechtest.Key, Model: speechtest.Model, HTTPClient: s.Client()}
	for _, c := range change {
		c(&o)
	}
	server, err := openai.New(o)
	require.NoError(t, err)
	return server
}

func file(t *testing.T, content []byte) audio.File {
	t.Helper()
	kind := "wav"
	if content[0] != 'R' {
		kind = "mp3"
	}
	path := filepath.Join(t.TempDir(), "7."+kind)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	f, err := audio.Open(t.Context(), path, audio.Tools{})
	require.NoError(t, err)
	return f
}

var talk = speechtest.NewTalk(7, 2*time.Minute)

// hear has a whole file heard.
func hear(t *testing.T, server *openai.Server, f audio.File) (transcript.Transcript, error) {
	t.Helper()
	l := server.Limits()
	pieces, err := audio.Plan(t.Context(), f, audio.Tools{}, l.MaxBytes, l.MaxMS)
	require.NoError(t, err)
	heard := make([]speech.Heard, len(pieces))
	hints := speech.Hints{Language: "en-GB", Prompt: "Ann Lee."}
	for i, p := range pieces {
		if heard[i], err = speech.Hear(t.Context(), server, f, p, audio.Tools{}, hints); err != nil {
			return transcript.Transcript{}, err
		}
	}
	return speech.Join(pieces, heard), nil
}

func text(tr transcript.Transcript) string { return said(speech.Heard{Cues: tr.Cues}) }

func short(o *openai.Options) { o.MaxMS = 30_000 }

func TestAnEpisodeIsHeardInPieces(t *testing.T) {
	t.Parallel()
	for name, content := range map[string][]byte{"wav": talk.WAV(), "mp3": talk.MP3()} {
		s := speechtest.New(t, talk)
		f := file(t, content)
		got, err := hear(t, newServer(t, s, short), f)
		require.NoError(t, err)
		require.Equal(t, talk.Text(), text(got), name)
		require.Equal(t, "en", got.Language)
		for i, c := range got.Cues {
			first, _, _ := strings.Cut(c.Text, " ")
			require.True(t, slices.ContainsFunc(talk.Words, func(w speechtest.Word) bool {
				return w.Text == first && max(w.StartMS-c.StartMS, c.StartMS-w.StartMS) < 1500
			}), "%s: cue %d at %d: %s", name, i, c.StartMS, c.Text)
		}
		requests := s.Requests()
		require.GreaterOrEqual(t, len(requests), 5)
		for _, r := range requests {
			require.Equal(t, speechtest.Verbose, r.Format)
			require.Equal(t, []string{"segment", "word"}, r.Granularity)
			require.Equal(t, "audio."+name, r.FileName)
			require.Equal(t, "en", r.Language)
			require.Equal(t, "Ann Lee.", r.Prompt)
		}
		require.Len(t, s.All(), len(requests)+1, "one probe")
		entries, err := os.ReadDir(filepath.Dir(f.Path))
		require.NoError(t, err)
		require.Len(t, entries, 1, "no piece is left")
	}
}

func TestAbilitiesAreProbedOnceAndRemembered(t *testing.T) {
	t.Parallel()
	for want, formats := range map[string][]string{
		speechtest.Verbose: {speechtest.Verbose, speechtest.Plain}, speechtest.Diarized: {speechtest.Diarized, speechtest.Plain},
		speechtest.Plain: {speechtest.Plain},
	} {
		s := speechtest.New(t, talk)
		s.SetScript(speechtest.Speaks(formats...))
		server := newServer(t, s)
		require.NoError(t, server.Check(t.Context()))
		probes := len(s.All())
		f := file(t, talk.WAV())
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				got, err := hear(t, server, f)
				if err != nil || text(got) != talk.Text() {
					t.Error(want, err)
				}
			})
		}
		all.Wait()
		require.Len(t, s.All(), probes+3)
		for _, r := range s.Requests() {
			require.Equal(t, want, r.Format)
			require.Equal(t, want == speechtest.Diarized, r.Chunking == "auto")
		}
	}
}

func TestALaterRefusalStepsDownForGood(t *testing.T) {
	t.Parallel()
	s := speechtest.New(t, talk)
	server := newServer(t, s)
	require.NoError(t, server.Check(t.Context()))
	s.SetScript(speechtest.Speaks(speechtest.Plain))
	f := file(t, talk.WAV())
	for range 2 {
		got, err := hear(t, server, f)
		require.NoError(t, err)
		require.Equal(t, talk.Text(), text(got))
	}
	require.Len(t, s.Requests(), 5, "three refused, then two")
}

func TestAServerWithoutPromptsIsAskedWithout(t *testing.T) {
	t.Parallel()
	s := speechtest.New(t, talk)
	s.SetScript(speechtest.RefusesPrompt())
	got, err := hear(t, newServer(t, s), file(t, talk.WAV()))
	require.NoError(t, err)
	require.Equal(t, talk.Text(), text(got))
	require.Len(t, s.Requests(), 1)
}

func TestALanguageTheServerDoesNotKnowIsLeftOut(t *testing.T) {
	t.Parallel()
	s := speechtest.New(t, talk)
	s.SetScript(func(r speechtest.Request) speechtest.Reply {
		if r.Language == "" {
			return speechtest.Reply{}
		}
		return speechtest.Reply{Status: 400, Raw: `{"error":{"message":"Language 'en' is not supported","param":"language"}}`}
	})
	got, err := hear(t, newServer(t, s), file(t, talk.WAV()))
	require.NoError(t, err)
	require.Equal(t, talk.Text(), text(got))
}

// raw answers requests with audio of a talk.
func raw(status int, body string) speechtest.Script {
	return func(r speechtest.Request) speechtest.Reply {
		if r.Probe {
			return speechtest.Reply{}
		}
		return speechtest.Reply{Status: status, Raw: body}
	}
}

func complaint(message string) string {
	return `{"error":{"message":"` + message + `","type":"invalid_request_error","param":"file","code":"invalid_value"}}`
}

func earnest(script speechtest.Script) speechtest.Script {
	return func(r speechtest.Request) speechtest.Reply {
		if r.Probe {
			return speechtest.Reply{}
		}
		return script(r)
	}
}

func TestFailuresAreToldApart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script speechtest.Script
		kind   fault.Kind
		says   string
	}{
		"slow down":         {speechtest.RateLimited(7), fault.RateLimited, "slow down"},
		"no credit":         {speechtest.Status(429, "insufficient_quota"), fault.Budget, "credit"},
		"forbidden":         {speechtest.Status(403, "forbidden"), fault.Denied, "key"},
		"broken":            {speechtest.Status(500, "server_error"), fault.Unavailable, "problems"},
		"loading":           {raw(503, "loading"), fault.Unavailable, "problems"},
		"no model":          {raw(404, `{"detail":"Model 'x/y' is not installed locally."}`), fault.NotFound, speechtest.Model},
		"wrong path":        {raw(404, "404 page not found"), fault.NotFound, "address"},
		"corrupted":         {raw(400, complaint("Audio file might be corrupted or unsupported")), fault.Unsupported, "cannot read"},
		"unknown format":    {raw(400, complaint("Unsupported file format bin")), fault.Unsupported, "cannot read"},
		"whisper.cpp":       {raw(400, `{"error":"failed to process audio"}`), fault.Unsupported, "cannot read"},
		"media type":        {raw(415, ``), fault.Unsupported, "cannot read"},
		"bad request":       {raw(400, "Invalid request"), fault.BadInput, "400"},
		"nonsense":          {speechtest.Nonsense(), fault.Unsupported, "OpenAI-compatible"},
		"web page":          {speechtest.WebPage(), fault.Unsupported, "OpenAI-compatible"},
		"huge":              {raw(200, `{"text":"`+strings.Repeat("a", 17<<20)+`"}`), fault.Unsupported, "too large"},
		"cut off":           {speechtest.CutOff(), fault.Unavailable, "broke"},
		"slow":              {speechtest.Slow(), fault.Unavailable, "in time"},
		"too long to halve": {raw(400, complaint("audio duration 35 seconds is longer than 14 seconds")), fault.TooLarge, "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := speechtest.Say(1, "Nobody crossed the bridge.")
			s := speechtest.New(t, said)
			s.SetScript(earnest(c.script))
			server := newServer(t, s, func(o *openai.Options) {
				o.Timeout = time.Minute // a busy machine takes its time over a huge answer
				if name == "slow" {
					o.Timeout = time.Second
				}
			})
			_, err := hear(t, server, file(t, said.WAV()))
			require.Equal(t, c.kind, fault.KindOf(err), err)
			require.Contains(t, fault.Of(err).Sentence, c.says)
			require.NotContains(t, err.Error(), speechtest.Key)
			if name == "slow down" {
				require.Equal(t, 7*time.Second, fault.Of(err).RetryAfter)
			}
		})
	}
}

func TestKeysAreNeverToldWhoeverEchoesThem(t *testing.T) {
	t.Parallel()
	s := speechtest.New(t, talk)
	server := newServer(t, s, func(o *openai.Options) { o.Key = "sk-wrong-1234567890" })
	err := server.Check(t.Context())
	require.True(t, fault.Is(err, fault.Denied))
	require.NotContains(t, err.Error(), "sk-wrong")
	server = newServer(t, s, func(o *openai.Options) { o.Model = "other" })
	require.True(t, fault.Is(server.Check(t.Context()), fault.NotFound))
}

func TestWhatPassesIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := speechtest.New(t, talk)
	s.SetScript(speechtest.First(1, speechtest.Nonsense(), speechtest.Right()))
	got, err := hear(t, newServer(t, s), file(t, talk.WAV()))
	require.NoError(t, err)
	require.Equal(t, talk.Text(), text(got))

	s.SetScript(speechtest.Backwards())
	got, err = hear(t, newServer(t, s), file(t, talk.WAV()))
	require.NoError(t, err)
	require.Equal(t, talk.Text(), text(got))
}

func TestPiecesTooLargeAreHalvedAndLimitsShrink(t *testing.T) {
	t.Parallel()
	content := talk.WAV() // 240 kB
	s := speechtest.New(t, talk)
	s.SetScript(speechtest.TakesAtMost(100_000))
	server := newServer(t, s)
	f := file(t, content)
	heard, err := speech.Hear(t.Context(), server, f, audio.Piece{EndMS: talk.MS}, audio.Tools{}, speech.Hints{})
	require.NoError(t, err)
	require.Equal(t, talk.Text(), said(heard))
	require.Greater(t, heard.MS, talk.MS)
	require.Less(t, heard.MS, talk.MS*3/2)
	require.EqualValues(t, 1<<20, server.Limits().MaxBytes)

	s.SetScript(func(r speechtest.Request) speechtest.Reply {
		if r.EndMS-r.StartMS < 65_000 {
			return speechtest.Reply{}
		}
		return speechtest.Reply{Status: 400, Raw: complaint("audio duration 120 seconds is longer than 65 seconds which is the maximum")}
	})
	heard, err = speech.Hear(t.Context(), server, f, audio.Piece{EndMS: talk.MS}, audio.Tools{}, speech.Hints{})
	require.NoError(t, err)
	require.Equal(t, talk.Text(), said(heard))
	require.Equal(t, 60_000, server.Limits().MaxMS)
}

func TestWhoStopsGetsTheirOwnError(t *testing.T) {
	t.Parallel()
	s := speechtest.New(t, talk)
	ctx, cancel := context.WithCancel(t.Context())
	s.SetScript(earnest(func(speechtest.Request) speechtest.Reply {
		cancel()
		return speechtest.Reply{Hang: true}
	}))
	f := file(t, talk.WAV())
	_, err := newServer(t, s).Hear(ctx, f.Path, audio.Piece{EndMS: talk.MS}, speech.Hints{})
	require.Equal(t, context.Canceled, err)
}

func TestAServerThatIsNotThereIsSaid(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	server, err := openai.New(openai.Options{BaseURL: gone.URL + "/v1", Model: "m", HTTPClient: gone.Client()})
	require.NoError(t, err)
	err = server.Check(t.Context())
	require.True(t, fault.Is(err, fault.Unavailable))
	require.Equal(t, "The speech server could not be reached.", fault.Of(err).Sentence)
	require.Equal(t, "m", server.Name())
}

func TestOptionsThatCannotWorkAreNamed(t *testing.T) {
	t.Parallel()
	for field, o := range map[string]openai.Options{
		"speech-url":  {BaseURL: "localhost:8000", Model: "m", HTTPClient: &http.Client{}},
		"speech-name": {BaseURL: "http://a/v1", HTTPClient: &http.Client{}},
		"":            {BaseURL: "http://a/v1", Model: "m"},
	} {
		_, err := openai.New(o)
		require.Equal(t, field, fault.Of(err).Field)
	}
	_, err := openai.New(openai.Options{BaseURL: "http://me:key@a/v1", Model: "m", HTTPClient: &http.Client{}})
	require.True(t, fault.Is(err, fault.BadInput))
}

// It runs alone: memory is measured.
func TestAPieceIsSentWithoutLyingInMemory(t *testing.T) {
	const piece = 24 << 20
	var got int64
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		if err != nil || n != r.ContentLength {
			t.Errorf("%d bytes came, %d were announced: %v", n, r.ContentLength, err)
		}
		got = n
		_, _ = io.WriteString(w, `{"text":"Nobody crossed."}`)
	}))
	defer host.Close()
	server, err := openai.New(openai.Options{BaseURL: host.URL + "/v1", Model: "m", HTTPClient: host.Client()})
	require.NoError(t, err)
	require.NoError(t, server.Check(t.Context()))
	path := filepath.Join(t.TempDir(), "piece.wav")
	require.NoError(t, os.WriteFile(path, make([]byte, piece), 0o600))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = server.Hear(t.Context(), path, audio.Piece{EndMS: 60_000}, speech.Hints{})
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Greater(t, got, int64(piece))
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20), "bytes allocated")
}
