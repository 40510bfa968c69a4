package audio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"mentionary/internal/fault"
)

const (
	probeTime  = time.Minute
	cutTime    = 5 * time.Minute
	maxToolOut = 64 << 10 // bytes kept of what a program writes
)

// FindTools looks for ffmpeg and ffprobe on the path of the process.
func FindTools() Tools {
	find := func(name string) string {
		path, err := exec.LookPath(name)
		if err != nil {
			return ""
		}
		return path
	}
	return Tools{FFmpeg: find("ffmpeg"), FFprobe: find("ffprobe")}
}

// demuxers are ffmpeg's names of formats. Naming one keeps a file from being read as a list of other files.
var demuxers = map[Format]string{MP3: "mp3", M4A: "mov", OGG: "ogg", WAV: "wav", FLAC: "flac", WebM: "matroska"}

// duration asks ffprobe for a length in milliseconds, 0 when it cannot tell.
func (t Tools) duration(ctx context.Context, f File) int {
	if t.FFprobe == "" {
		return 0
	}
	out, _, err := runTool(ctx, probeTime, t.FFprobe, "-v", "error", "-protocol_whitelist", "file", "-f", demuxers[f.Format],
		"-show_entries", "format=duration", "-of", "default=noprint_wrappers=1:nokey=1", "file:"+f.Path)
	if err != nil {
		return 0
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(out), 64)
	if err != nil {
		return 0
	}
	return claimed(seconds * 1000)
}

// input are the arguments that read a stretch of a file.
func input(f File, startMS, endMS int) []string {
	return []string{
		"-nostdin", "-hide_banner", "-nostats", "-threads", "1", "-protocol_whitelist", "file", "-f", demuxers[f.Format],
		"-ss", seconds(startMS), "-t", seconds(endMS - startMS), "-i", "file:" + f.Path, "-map", "0:a:0",
	}
}

func seconds(ms int) string { return strconv.FormatFloat(float64(ms)/1000, 'f', 3, 64) }

// wavRate is what convert writes, in bytes a second: 16 bits, 16 kHz, one channel, which is what servers make of anything.
const wavRate = 32_000

// convert writes a stretch of a file as WAV.
func (t Tools) convert(ctx context.Context, f File, p Piece, to string) error {
	args := append(input(f, p.StartMS, p.EndMS), "-loglevel", "error", "-map_metadata", "-1", "-fflags", "+bitexact", "-ac", "1",
		"-ar", "16000", "-c:a", "pcm_s16le",
		"-fs", strconv.FormatInt(int64(p.EndMS-p.StartMS)*wavRate/1000+wavRate, 10), "-f", "wav", "-y", "file:"+to)
	_, _, err := runTool(ctx, cutTime, t.FFmpeg, args...)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return fault.Wrap(fault.Unsupported, err, "The audio file is damaged: ffmpeg cannot read it. Add a transcript instead.")
	}
	return fault.Wrap(fault.Unavailable, err, "ffmpeg could not cut the audio in time.")
}

// silence is a stretch without speech, in milliseconds of the file.
type silence struct{ startMS, endMS int }

// silences finds the stretches without sound between two times; none when ffmpeg is not there or fails.
func (t Tools) silences(ctx context.Context, f File, startMS, endMS int) []silence {
	if t.FFmpeg == "" {
		return nil
	}
	args := append(input(f, startMS, endMS), "-loglevel", "info", "-af", "silencedetect=noise=-35dB:d=0.25", "-f", "null", "-")
	_, said, err := runTool(ctx, probeTime, t.FFmpeg, args...)
	if err != nil {
		return nil
	}
	var out []silence
	begun := -1
	for line := range strings.Lines(said) {
		if at, ok := numberAfter(line, "silence_start: "); ok {
			begun = at
		} else if at, ok := numberAfter(line, "silence_end: "); ok && begun >= 0 && at > begun {
			out, begun = append(out, silence{startMS + begun, startMS + at}), -1
		}
	}
	return out
}

// numberAfter reads seconds behind a word, as milliseconds.
func numberAfter(line, word string) (int, bool) {
	_, rest, found := strings.Cut(line, word)
	if !found {
		return 0, false
	}
	rest, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
	seconds, err := strconv.ParseFloat(rest, 64)
	if err != nil || !(seconds >= 0 && seconds < maxClaimedMS/1000) {
		return 0, false
	}
	return int(seconds * 1000), true
}

// runTool runs a program without a shell, and returns what it wrote to its output and its errors, of each the first 64 KiB.
func runTool(ctx context.Context, limit time.Duration, path string, args ...string) (out, said string, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...) //nolint:gosec // the path is the operator's, the arguments are ours, no shell
	cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	var stdout, stderr firstBytes
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", "", ctx.Err()
		}
		return "", "", fmt.Errorf("run %s: %w", cmd.Args[0], err)
	}
	return stdout.kept.String(), stderr.kept.String(), nil
}

// firstBytes keeps the first maxToolOut bytes and lets the rest go, so that no program is held up.
type firstBytes struct{ kept bytes.Buffer }

// Write implements io.Writer; it never fails.
func (f *firstBytes) Write(p []byte) (int, error) {
	f.kept.Write(p[:min(len(p), maxToolOut-f.kept.Len())])
	return len(p), nil
}
