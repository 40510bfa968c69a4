package ytdlp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source/ytdlp"
	"mentionary/internal/transcript"
)

const video = "https://www.youtube.com/watch?v=abcdefghijk"

// program is the fake yt-dlp: it runs the script that lies beside the name it was called by. It is written once, before
// any process is started: a program that is still open for writing somewhere cannot be run.
var program string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "fake-yt-dlp-")
		if err != nil {
			panic(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		program = filepath.Join(dir, "program")
		if err := os.WriteFile(program, []byte("#!/bin/sh\n. \"$0.sh\"\n"), 0o700); err != nil {
			panic(err)
		}
		return m.Run()
	}())
}

// fake makes a yt-dlp that runs the shell script; its arguments and environment are kept in dir.
func fake(t *testing.T, script string) (runner ytdlp.Runner, dir string) {
	t.Helper()
	dir = t.TempDir()
	path := filepath.Join(dir, "yt-dlp")
	require.NoError(t, os.Symlink(program, path))
	body := "printf '%s\\n' \"$@\" >> " + dir + "/args\nenv > " + dir + "/env\n" + script + "\n"
	require.NoError(t, os.WriteFile(path+".sh", []byte(body), 0o600))
	return ytdlp.New(path, 20*time.Second), dir
}

// answers makes a fake that prints info when asked for metadata and writes captions when asked for a track.
func answers(t *testing.T, info, captions string) (ytdlp.Runner, string) {
	t.Helper()
	data := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(data, "info"), []byte(info), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(data, "captions"), []byte(captions), 0o600))
	return fake(t, `case "$*" in *--dump-single-json*) cat `+data+`/info;; *) cp `+data+`/captions captions.xx.json3;; esac`)
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(b)
}

const (
	info = `{"id":"abcdefghijk","extractor":"youtube","title":"Nasty $(touch pwned) \u202e; rm -rf / \u0000 'title'","duration":60,
"language":"de","subtitles":{"de":[],"en":[]},"automatic_captions":{"de-orig":[],"fr":[]}}`
	captions = `{"events":[{"tStartMs":1000,"dDurationMs":1000,"segs":[{"utf8":"Lies Dune."}]}]}`
)

func TestMetadataIsReadAndTheCommandLineIsClosed(t *testing.T) {
	t.Parallel()
	r, dir := answers(t, info, "")
	e, err := r.Metadata(t.Context(), "http://youtu.be/abcdefghijk?si=--exec=touch")
	require.NoError(t, err)
	require.Equal(t, media.YouTube, e.Platform)
	require.Equal(t, "abcdefghijk", e.ExternalID)
	require.Equal(t, "Nasty $(touch pwned) ; rm -rf / 'title'", e.Title)
	args := strings.Split(strings.TrimSpace(read(t, dir, "args")), "\n")
	require.Equal(t, []string{"--", video}, args[len(args)-2:])
	require.Contains(t, args, "--ignore-config")
	require.Contains(t, args, "--no-playlist")
	require.Contains(t, args, "--skip-download")
	require.NotContains(t, read(t, dir, "env"), os.Getenv("HOME")+"\n", "the process has a home of its own")
}

func TestOnlyAddressesOfVideosReachTheProgram(t *testing.T) {
	t.Parallel()
	r, dir := answers(t, info, "")
	for _, address := range []string{
		"", "--exec=id", "https://example.org/watch?v=abcdefghijk", "https://youtube.com.evil.example/watch?v=abcdefghijk", "file:///etc/passwd",
		"https://www.youtube.com/watch?v=short", "https://www.youtube.com/watch?v=abcdefghij%0a",
		"https://user@www.youtube.com/watch?v=abcdefghijk",
		"https://www.youtube.com:8080/watch?v=abcdefghijk", "https://www.youtube.com/@handle", "ytsearch:cats", "https://youtu.be/",
	} {
		_, err := r.Metadata(t.Context(), address)
		require.True(t, fault.Is(err, fault.Unsupported), address)
		_, _, err = r.Captions(t.Context(), address, nil)
		require.True(t, fault.Is(err, fault.Unsupported), address)
	}
	require.NoFileExists(t, filepath.Join(dir, "args"))
	for _, address := range []string{
		video, "https://m.youtube.com/shorts/abcdefghijk", "https://www.youtube.com/live/abcdefghijk?x=1",
		"https://music.youtube.com/watch?list=x&v=abcdefghijk",
	} {
		_, err := r.Metadata(t.Context(), address)
		require.NoError(t, err, address)
	}
}

func TestCaptionsPreferTheOriginalLanguageAndWrittenOnes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		info     string
		wanted   []string
		language string
		kind     string
		origin   transcript.Origin
		tag      string
	}{
		"written, original": {info, []string{"en"}, "de", "--write-subs", transcript.Captions, "de"},
		"automatic, original": {
			`{"id":"abcdefghijk","extractor":"youtube","automatic_captions":{"en":[],"fr":[],"de-orig":[]}}`,
			[]string{"en"},
			"de-orig", "--write-auto-subs", transcript.Automatic, "de",
		},
		"written, wanted": {
			`{"id":"abcdefghijk","extractor":"youtube","subtitles":{"fr":[],"en-GB":[]}}`,
			[]string{"en"},
			"en-GB",
			"--write-subs", transcript.Captions, "en-GB",
		},
		"written, any": {
			`{"id":"abcdefghijk","extractor":"youtube","subtitles":{"fr":[]}}`,
			[]string{"en"},
			"fr", "--write-subs",
			transcript.Captions, "fr",
		},
		"original not written": {`{"id":"abcdefghijk","extractor":"youtube","language":"de","subtitles":{"en":[]},
"automatic_captions":{"de":[]}}`, []string{"en"}, "de", "--write-auto-subs", transcript.Automatic, "de"},
	} {
		r, dir := answers(t, c.info, captions)
		tr, ok, err := r.Captions(t.Context(), video, c.wanted)
		require.NoError(t, err, name)
		require.True(t, ok, name)
		require.Equal(t, transcript.Transcript{
			Language: c.tag, Origin: c.origin, Cues: []transcript.Cue{{StartMS: 1000, EndMS: 2000, Text: "Lies Dune."}},
		}, tr, name)
		args := read(t, dir, "args")
		require.Contains(t, args, c.kind+"\n--sub-langs\n"+c.language+"\n", name)
	}
}

func TestNoCaptionsIsAnAnswerAndEmptyOnesAreBlocked(t *testing.T) {
	t.Parallel()
	r, _ := answers(t, `{"id":"abcdefghijk","extractor":"youtube","automatic_captions":{"fr":[]},"subtitles":{"live_chat":[]}}`, captions)
	_, ok, err := r.Captions(t.Context(), video, []string{"en"})
	require.NoError(t, err)
	require.False(t, ok)

	for _, empty := range []string{"", "<html>sorry</html>", `{"events":[]}`} {
		r, _ = answers(t, info, empty)
		_, ok, err = r.Captions(t.Context(), video, nil)
		require.False(t, ok)
		require.True(t, fault.Is(err, fault.Blocked), "%q: %v", empty, err)
	}
	r, _ = fake(t, `case "$*" in *--dump-single-json*) printf '%s' '`+info[:strings.Index(info, `"title"`)]+
		`"language":"de","subtitles":{"de":[]}}';; esac`)
	_, _, err = r.Captions(t.Context(), video, nil)
	require.True(t, fault.Is(err, fault.Blocked), "no file at all: %v", err)
}

func TestComplaintsAreUnderstood(t *testing.T) {
	t.Parallel()
	for complaint, want := range map[string]fault.Kind{
		"ERROR: [youtube] abcdefghijk: Sign in to confirm you’re not a bot. Use --cookies": fault.Blocked,
		"ERROR: unable to download video data: HTTP Error 403: Forbidden":                  fault.Blocked,
		"ERROR: [youtube] HTTP Error 429: Too Many Requests":                               fault.RateLimited,
		"ERROR: The current session has been rate-limited by YouTube for up to an hour":    fault.RateLimited,
		"ERROR: [youtube] abcdefghijk: Private video. Sign in if you have been granted access to " +
			"this video": fault.Private,
		"ERROR: Join this channel to get access to members-only content like this video":      fault.Private,
		"ERROR: Sign in to confirm your age. This video may be inappropriate for some users.": fault.Private,
		"ERROR: The uploader has not made this video available in your country":               fault.Private,
		"ERROR: [youtube] Video unavailable. This video has been removed by the uploader":     fault.NotFound,
		"ERROR: [youtube] Video unavailable. This video is no longer available because the YouTube account associated with this video has " +
			"been terminated.": fault.NotFound,
		"ERROR: [youtube] abcdefghijk: Video unavailable": fault.NotFound,
		"ERROR: Premieres in 3 hours":                     fault.Unsupported,
		"ERROR: Unable to download webpage: <urlopen error [Errno -3] Temporary failure in name resolution>": fault.Unavailable,
		"Traceback (most recent call last): KeyError":                                                        fault.Unavailable,
	} {
		r, _ := fake(t, "cat >&2 <<'END'\nWARNING: something\n"+complaint+"\nEND\nexit 1")
		_, err := r.Metadata(t.Context(), video)
		require.True(t, fault.Is(err, want), "%s: %v", complaint, err)
		require.NotContains(t, fault.Of(err).Sentence, "ERROR")
		require.Contains(t, err.Error(), complaint[len(complaint)-10:], "the log has the reason")
		if want == fault.RateLimited {
			require.Positive(t, fault.Of(err).RetryAfter)
		}
	}
}

func TestAHangingProgramIsEnded(t *testing.T) {
	t.Parallel()
	_, dir := fake(t, "sleep 60 & sleep 60")
	begin := time.Now()
	_, err := ytdlp.New(filepath.Join(dir, "yt-dlp"), 200*time.Millisecond).Metadata(t.Context(), video)
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
	require.Less(t, time.Since(begin), 10*time.Second)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, _ := fake(t, "sleep 60")
	_, err = r.Metadata(ctx, video)
	require.ErrorIs(t, err, context.Canceled)
}

func TestHugeAndStrangeAnswersAreRefused(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]fault.Kind{
		"yes 0123456789": fault.TooLarge,
		"yes 0123456789 | head -c 2000000 >&2; exit 1": fault.Unavailable,
		"echo '<html>'": fault.Unavailable,
		"true":          fault.Unavailable,
		`printf '{"id":"zzzzzzzzzzz","extractor":"youtube","title":"another"}'`: fault.Unavailable,
		`printf '{"_type":"playlist","id":"abcdefghijk"}'`:                      fault.Unavailable,
	} {
		r, _ := fake(t, script)
		_, err := r.Metadata(t.Context(), video)
		require.True(t, fault.Is(err, want), "%s: %v", script, err)
	}
	_, err := ytdlp.New(filepath.Join(t.TempDir(), "missing"), 0).Metadata(t.Context(), video)
	require.True(t, fault.Is(err, fault.Internal))
}

func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	r, dir := fake(t, `pwd > "$0.where"; echo x > left-behind`)
	_, err := r.Metadata(t.Context(), video)
	require.Error(t, err)
	require.NoDirExists(t, strings.TrimSpace(read(t, dir, "yt-dlp.where")))
}
