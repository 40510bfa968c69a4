package ytdlp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/source/ytdlp"
	"mentionary/internal/speech/speechtest"
)

// sends makes a fake that writes a file to its output, and then does what the script says.
func sends(t *testing.T, content []byte, then string) (ytdlp.Runner, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sound")
	require.NoError(t, os.WriteFile(file, content, 0o600))
	return fake(t, "cat "+file+"\n"+then)
}

// kept has what a runner writes kept like any audio.
func kept(ctx context.Context, r ytdlp.Runner, l audio.Limits) (audio.File, error) {
	return audio.Take(ctx, "video", l, func(ctx context.Context, to io.Writer) error { return r.Audio(ctx, video, to) }, nil)
}

func folder(t *testing.T) audio.Limits {
	t.Helper()
	return audio.Limits{Dir: t.TempDir(), MaxBytes: 2 << 20, DiskBytes: 4 << 20, MaxTime: 20 * time.Second}
}

func requireEmpty(t *testing.T, l audio.Limits) {
	t.Helper()
	entries, err := os.ReadDir(l.Dir)
	require.NoError(t, err)
	require.Empty(t, entries, "nothing takes room")
}

func TestTheSoundOfAVideoIsKeptAndTheCommandLineIsClosed(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(1, time.Minute).MP3()
	r, dir := sends(t, talk, "echo '[download] 100%' >&2")
	l := folder(t)
	f, err := kept(t.Context(), r, l)
	require.NoError(t, err)
	require.Equal(t, audio.MP3, f.Format, "by its content")
	got, err := os.ReadFile(f.Path)
	require.NoError(t, err)
	require.Equal(t, talk, got)
	args := strings.Split(strings.TrimSpace(read(t, dir, "args")), "\n")
	require.Equal(t, []string{"--output", "-", "--", video}, args[len(args)-4:])
	require.Equal(t, "--ignore-config", args[0])
	require.NotContains(t, args, "--skip-download")
	_, err = kept(t.Context(), r, l)
	require.NoError(t, err)
	require.Len(t, strings.Split(strings.TrimSpace(read(t, dir, "args")), "\n"), len(args), "what is there is not fetched again")

	r, dir = sends(t, talk, "")
	require.True(t, fault.Is(r.Audio(t.Context(), "https://example.org/watch?v=abcdefghijk", io.Discard), fault.Unsupported))
	require.NoFileExists(t, filepath.Join(dir, "args"))
}

func TestSoundThatDoesNotComeWholeIsNotKept(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(2, time.Minute).MP3()
	page := []byte("<!doctype html><html><body>Sign in</body></html>" + strings.Repeat(" ", 5000))
	for name, c := range map[string]struct {
		content []byte
		then    string
		kind    fault.Kind
		words   string
	}{
		"it fails in the middle":   {talk, "echo 'ERROR: HTTP Error 403: Forbidden' >&2; exit 1", fault.Blocked, "robot"},
		"the video is private":     {nil, "echo 'ERROR: Private video' >&2; exit 1", fault.Private, "not open to everybody"},
		"it is killed":             {talk, "kill -9 $$", fault.Unavailable, "yt-dlp could not read"},
		"it writes without end":    {talk, "cat /dev/zero", fault.TooLarge, "larger than"},
		"it gives a page":          {page, "sleep 60", fault.Unsupported, "not audio but a web page"},
		"it gives a short page":    {page[:40], "", fault.Unsupported, "not audio but a web page"},
		"it gives nothing":         {nil, "", fault.Unsupported, "live or has not been broadcast"},
		"it gives silent pictures": {[]byte("\x89PNG\r\n\x1a\n" + strings.Repeat("x", 5000)), "", fault.Unsupported, "a picture"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, dir := sends(t, c.content, c.then)
			l := folder(t)
			begin := time.Now()
			_, err := kept(t.Context(), r, l)
			require.True(t, fault.Is(err, c.kind), "%v", err)
			require.Contains(t, fault.Of(err).Sentence, c.words)
			require.Less(t, time.Since(begin), 15*time.Second, "nobody waits for its end")
			requireEmpty(t, l)
			require.FileExists(t, filepath.Join(dir, "args"))
		})
	}
}

func TestAFullDiskEndsTheProgram(t *testing.T) {
	t.Parallel()
	r, _ := sends(t, speechtest.NewTalk(2, time.Minute).MP3(), "cat /dev/zero")
	l := folder(t)
	require.NoError(t, os.WriteFile(filepath.Join(l.Dir, "other.mp3"), make([]byte, 3<<20), 0o600))
	_, err := kept(t.Context(), r, l)
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
	require.Contains(t, fault.Of(err).Sentence, "no room for this episode's audio")
	require.NoError(t, os.Remove(filepath.Join(l.Dir, "other.mp3")))
	requireEmpty(t, l)
}

func TestSoundThatStopsComingIsEnded(t *testing.T) {
	t.Parallel()
	_, dir := sends(t, speechtest.NewTalk(2, time.Minute).MP3(), "sleep 60 & sleep 60")
	l := folder(t)
	_, err := kept(t.Context(), ytdlp.New(filepath.Join(dir, "yt-dlp"), 500*time.Millisecond), l)
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
	require.Contains(t, fault.Of(err).Sentence, "stopped sending")
	requireEmpty(t, l)
}

// A broadcast that somebody takes for a video never ends, and is not too large for a long time.
func TestSoundThatDripsIsEndedByTheTimeOfOneFile(t *testing.T) {
	t.Parallel()
	r, _ := sends(t, speechtest.NewTalk(2, time.Minute).MP3(), "while true; do printf x; sleep 0.05; done")
	l := folder(t)
	l.MaxTime = 700 * time.Millisecond
	_, err := kept(t.Context(), r, l)
	require.True(t, fault.Is(err, fault.TooLarge), "%v", err)
	require.Contains(t, fault.Of(err).Sentence, "live stream")
	requireEmpty(t, l)
}

// The process that asked for the sound is stopped: yt-dlp and what it started are gone with it, and so is what came.
func TestStoppingEndsTheProgramAndItsChildren(t *testing.T) {
	t.Parallel()
	r, dir := sends(t, speechtest.NewTalk(2, time.Minute).MP3(), `sleep 60 & echo $! > "$0.child"; wait`)
	l := folder(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() {
		_, err := kept(ctx, r, l)
		done <- err
	}()
	child := filepath.Join(dir, "yt-dlp.child")
	require.Eventually(t, func() bool { b, err := os.ReadFile(child); return err == nil && bytes.HasSuffix(b, []byte("\n")) },
		10*time.Second, 5*time.Millisecond)
	stop()
	require.ErrorIs(t, <-done, context.Canceled)
	requireEmpty(t, l)
	pid, err := strconv.Atoi(strings.TrimSpace(read(t, dir, "yt-dlp.child")))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || err == nil && bytes.Contains(stat, []byte(") Z "))
	}, 10*time.Second, 5*time.Millisecond)
}

// What a killed process left is begun anew: nothing says how much of it is good.
func TestWhatAKilledProcessLeftIsBegunAnew(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(3, time.Minute).MP3()
	r, _ := sends(t, talk, "")
	l := folder(t)
	require.NoError(t, os.WriteFile(filepath.Join(l.Dir, "video.part"), bytes.Repeat([]byte("left"), 1<<18), 0o600))
	f, err := kept(t.Context(), r, l)
	require.NoError(t, err)
	got, err := os.ReadFile(f.Path)
	require.NoError(t, err)
	require.Equal(t, talk, got)
}
