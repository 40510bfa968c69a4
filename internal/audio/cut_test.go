package audio_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/speech/speechtest"
)

func overwrite(t require.TestingT, path string, content []byte) {
	require.NoError(t, os.WriteFile(path, content, 0o600))
}

// requireCover checks that pieces follow one another, overlap and cover the file.
func requireCover(t require.TestingT, pieces []audio.Piece, ms, maxMS int) {
	require.NotEmpty(t, pieces)
	require.Zero(t, pieces[0].StartMS)
	require.Equal(t, ms, pieces[len(pieces)-1].EndMS)
	for i, p := range pieces {
		require.Equal(t, i, p.Number)
		require.Less(t, p.StartMS, p.EndMS)
		require.LessOrEqual(t, p.EndMS-p.StartMS, maxMS)
		if i > 0 {
			require.Greater(t, p.StartMS, pieces[i-1].StartMS)
			require.GreaterOrEqual(t, pieces[i-1].EndMS-p.StartMS, 2000)
		}
	}
}

func TestPiecesCoverTheFileAndStayBelowTheLimits(t *testing.T) {
	t.Parallel()
	path := write(t, "file", nil)
	rapid.Check(t, func(r *rapid.T) {
		talk := speechtest.NewTalk(1, time.Duration(rapid.IntRange(1, 120).Draw(r, "seconds"))*time.Second)
		content := talk.WAV()
		if rapid.Bool().Draw(r, "mp3") {
			content = talk.MP3()
		}
		overwrite(r, path, content)
		f, err := audio.Open(t.Context(), path, audio.Tools{})
		require.NoError(r, err)
		maxBytes := int64(rapid.IntRange(120_000, 500_000).Draw(r, "bytes"))
		maxMS := rapid.IntRange(20_000, 100_000).Draw(r, "ms")
		pieces, err := audio.Plan(t.Context(), f, audio.Tools{}, maxBytes, maxMS)
		require.NoError(r, err)
		requireCover(r, pieces, talk.MS, maxMS)
		for _, p := range pieces {
			cut, held, err := audio.Cut(t.Context(), f, p, audio.Tools{}, path+".piece")
			require.NoError(r, err)
			require.LessOrEqual(r, cut.Bytes, maxBytes)
			require.LessOrEqual(r, held.StartMS, p.StartMS)
			require.InDelta(r, held.EndMS-held.StartMS, cut.DurationMS, 72)
		}
	})
}

// The server of speechtest reads the time out of the samples: a piece must hold what it says.
func TestPiecesHoldTheTimeTheySay(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(9, 100*time.Second)
	for name, content := range map[string][]byte{"wav": talk.WAV(), "mp3": talk.MP3()} {
		f := open(t, content)
		cut, held, err := audio.Cut(t.Context(), f, audio.Piece{Number: 3, StartMS: 31_007, EndMS: 62_003}, audio.Tools{}, f.Path+"-p")
		require.NoError(t, err)
		require.Equal(t, f.Path+"-p."+name, cut.Path)
		require.Equal(t, 3, held.Number)
		b, err := os.ReadFile(cut.Path)
		require.NoError(t, err)
		if name == "mp3" {
			require.Equal(t, byte(0xff), b[0], "no tag in a piece")
			require.InDelta(t, 31_007, held.StartMS, 72)
			require.Equal(t, held.StartMS, 36*int(b[21+6])+36*256*int(b[21+7]))
		} else {
			require.Equal(t, 31_007, held.StartMS)
			require.Equal(t, content[44+2*31_007:44+2*62_003], b[44:])
		}
	}
}

// Frames may begin with sound that lies in the frames before. All of it must be in the piece.
func TestPiecesOfMP3BeginWhereTheirSoundDoes(t *testing.T) {
	t.Parallel()
	f := open(t, repeat(1000, func(i int) []byte { return frame(1, 511*(i%2), byte(i)) })) // 123 bytes of sound in each
	for start, early := range map[int]int{360: 1, 361: 1, 396: 5 + 1, 431: 5 + 1} {
		cut, held, err := audio.Cut(t.Context(), f, audio.Piece{StartMS: start, EndMS: 720}, audio.Tools{}, f.Path+fmt.Sprint(start))
		require.NoError(t, err)
		first := start / 36
		require.Equal(t, (first-early)*36, held.StartMS, start)
		b, err := os.ReadFile(cut.Path)
		require.NoError(t, err)
		require.Len(t, b, 144*(20-first+early))
		require.Equal(t, byte(first-early), b[50])
	}
}

func TestWholeFilesAreNotCopied(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(1, time.Minute)
	f := open(t, talk.MP3())
	pieces, err := audio.Plan(t.Context(), f, audio.Tools{}, f.Bytes, talk.MS)
	require.NoError(t, err)
	require.Equal(t, []audio.Piece{{EndMS: talk.MS}}, pieces)
	cut, held, err := audio.Cut(t.Context(), f, pieces[0], audio.Tools{}, f.Path+"-p")
	require.NoError(t, err)
	require.Equal(t, f, cut)
	require.Equal(t, pieces[0], held)
}

func TestOtherFormatsAreCutByFFmpegOnly(t *testing.T) {
	t.Parallel()
	f := open(t, mp4(3000, "soun"))
	pieces, err := audio.Plan(t.Context(), f, audio.Tools{}, 1<<20, 0)
	require.NoError(t, err)
	require.Len(t, pieces, 1, "what fits is not cut")
	_, err = audio.Plan(t.Context(), f, audio.Tools{}, 1<<20, 600_000)
	require.True(t, fault.Is(err, fault.Unsupported))
	require.Equal(t, "This episode's audio is M4A and longer than the speech server takes at once. Install ffmpeg on the server, or add a "+
		"transcript.", fault.Of(err).Sentence)
	_, _, err = audio.Cut(t.Context(), f, audio.Piece{StartMS: 1, EndMS: 2}, audio.Tools{}, f.Path+"-p")
	require.True(t, fault.Is(err, fault.Unsupported))
}

func TestLimitsTooSmallAreSaid(t *testing.T) {
	t.Parallel()
	f := open(t, speechtest.NewTalk(1, time.Minute).WAV())
	_, err := audio.Plan(t.Context(), f, audio.Tools{}, 20_000, 0)
	require.True(t, fault.Is(err, fault.BadInput))
}

// fake is a program in the place of ffmpeg: it writes down its arguments and does what the script says.
func fake(t *testing.T, script string) (program, arguments string) {
	t.Helper()
	dir := t.TempDir()
	program, arguments = filepath.Join(dir, "program"), filepath.Join(dir, "arguments")
	overwrite(t, program, []byte("#!/bin/sh\necho \"$@\" >> "+arguments+"\nfor to; do :; done\nto=${to#file:}\n"+script+"\n"))
	require.NoError(t, os.Chmod(program, 0o700))
	return program, arguments
}

func TestFFmpegCutsAtTheLongestSilence(t *testing.T) {
	t.Parallel()
	f := open(t, mp4(100, "soun"))
	program, arguments := fake(t, `echo '[silencedetect] silence_start: 2.5' >&2
echo '[silencedetect] silence_end: 3 | silence_duration: 0.5' >&2
echo '[silencedetect] silence_start: 10' >&2
echo '[silencedetect] silence_end: 12 | silence_duration: 2' >&2`)
	pieces, err := audio.Plan(t.Context(), f, audio.Tools{FFmpeg: program}, 1<<30, 60_000)
	require.NoError(t, err)
	require.Equal(t, []audio.Piece{{EndMS: 51_000}, {Number: 1, StartMS: 49_000, EndMS: 100_000}}, pieces)
	said, err := os.ReadFile(arguments)
	require.NoError(t, err)
	require.Contains(t, string(said), "-protocol_whitelist file -f mov -ss 39.000 -t 20.000 -i file:"+f.Path)
	require.Contains(t, string(said), "-nostdin")
}

func TestFFmpegThatFailsIsNotFollowed(t *testing.T) {
	t.Parallel()
	f := open(t, mp4(100, "soun"))
	program, _ := fake(t, "echo nonsense; exit 3")
	pieces, err := audio.Plan(t.Context(), f, audio.Tools{FFmpeg: program, FFprobe: program}, 1<<30, 60_000)
	require.NoError(t, err)
	require.Equal(t, []audio.Piece{{EndMS: 60_000}, {Number: 1, StartMS: 52_000, EndMS: 100_000}}, pieces)
	_, _, err = audio.Cut(t.Context(), f, pieces[0], audio.Tools{FFmpeg: program}, f.Path+"-p")
	require.True(t, fault.Is(err, fault.Unsupported))
	require.NoFileExists(t, f.Path+"-p.wav")
}

func TestAPieceBeyondTheEndOfTheFileHoldsNothing(t *testing.T) {
	t.Parallel()
	f := open(t, mp4(100, "soun"))
	program, _ := fake(t, `exec > "$to"
printf 'RIFF\044\000\000\000WAVEfmt '
printf '\020\000\000\000\001\000\001\000\200\076\000\000\000\175\000\000\002\000\020\000data\000\000\000\000'`)
	cut, _, err := audio.Cut(t.Context(), f, audio.Piece{StartMS: 90_000, EndMS: 100_000}, audio.Tools{FFmpeg: program}, f.Path+"-p")
	require.NoError(t, err)
	require.Zero(t, cut.DurationMS)
}

func TestFFprobeTellsLengthsThatWeCannot(t *testing.T) {
	t.Parallel()
	path := write(t, "file", flac(44_100, 0))
	for said, ms := range map[string]int{"12.5": 12_500, "N/A": 0, "1e300": 0, "-3": 0, "NaN": 0} {
		program, _ := fake(t, "echo "+said)
		f, err := audio.Open(t.Context(), path, audio.Tools{FFprobe: program})
		require.NoError(t, err)
		require.Equal(t, ms, f.DurationMS, said)
	}
}

// With the real programs.
func TestFFmpegCutsWhatItReads(t *testing.T) {
	t.Parallel()
	tools := audio.FindTools()
	require.NotEmpty(t, tools.FFmpeg, "ffmpeg is not installed: run tools/setup.sh")
	require.NotEmpty(t, tools.FFprobe)
	quiet := func(ms int) bool { return ms > 43_000 && ms < 44_500 || ms > 50_000 && ms < 50_400 }
	source := open(t, tone(100_000, quiet))
	for _, to := range []string{"m4a", "ogg", "flac", "webm"} {
		path := filepath.Join(t.TempDir(), "file."+to)
		convert(t, tools.FFmpeg, source.Path, path)
		f, err := audio.Open(t.Context(), path, tools)
		require.NoError(t, err, to)
		require.EqualValues(t, to, f.Format)
		require.InDelta(t, 100_000, f.DurationMS, 200, to)
		pieces, err := audio.Plan(t.Context(), f, tools, 25_000_000, 60_000)
		require.NoError(t, err)
		requireCover(t, pieces, f.DurationMS, 60_000)
		require.InDelta(t, 44_750, pieces[0].EndMS, 150, to)
		for _, p := range pieces {
			cut, held, err := audio.Cut(t.Context(), f, p, tools, path+".piece")
			require.NoError(t, err)
			require.Equal(t, audio.WAV, cut.Format)
			require.Equal(t, p, held)
			require.InDelta(t, p.EndMS-p.StartMS, cut.DurationMS, 100, to)
		}
	}
}

// A frame's sound may begin in frames before it. What is wanted of a piece must sound like the whole file there, sample by
// sample.
func TestPiecesOfMP3SoundLikeTheWhole(t *testing.T) {
	t.Parallel()
	tools := audio.FindTools()
	require.NotEmpty(t, tools.FFmpeg, "ffmpeg is not installed: run tools/setup.sh")
	pace := func(ms int) bool { return ms/300%3 == 0 } // quiet frames save bits for loud ones
	source := open(t, tone(30_000, pace))
	path := filepath.Join(t.TempDir(), "file.mp3")
	convert(t, tools.FFmpeg, source.Path, path)
	f, err := audio.Open(t.Context(), path, tools)
	require.NoError(t, err)
	require.InDelta(t, 30_000, f.DurationMS, 150)
	whole := samples(t, tools.FFmpeg, path)
	const rate, delay = 16_000, 1105 // the encoder says how many samples to leave out at the beginning of a file
	for _, start := range []int{5_000, 9_123, 17_777} {
		cut, held, err := audio.Cut(t.Context(), f, audio.Piece{StartMS: start, EndMS: start + 5_000}, tools, path+fmt.Sprint(start))
		require.NoError(t, err)
		got := samples(t, tools.FFmpeg, cut.Path)
		skipped := (start - held.StartMS) * rate / 1000
		worst := 0
		for i := skipped; i < len(got)-rate/10; i++ {
			worst = max(worst, abs(int(got[i])-int(whole[i+held.StartMS*rate/1000-delay])))
		}
		require.Less(t, worst, 3, "at %d, begun at %d", start, held.StartMS)
	}
}

func abs(n int) int { return max(n, -n) }

func samples(t *testing.T, ffmpeg, path string) []int16 {
	t.Helper()
	args := []string{"-nostdin", "-v", "quiet", "-i", path, "-f", "s16le", "-ac", "1", "-"}
	out, err := exec.CommandContext(t.Context(), ffmpeg, args...).Output()
	require.NoError(t, err)
	got := make([]int16, len(out)/2)
	for i := range got {
		got[i] = int16(binary.LittleEndian.Uint16(out[2*i:]))
	}
	return got
}

func convert(t *testing.T, ffmpeg, from, to string) {
	t.Helper()
	args := []string{"-nostdin", "-v", "error", "-i", from, "-b:a", "64k", to}
	out, err := exec.CommandContext(t.Context(), ffmpeg, args...).CombinedOutput()
	require.NoError(t, err, string(out))
}

// Five hours are cut with little memory.
func TestLongFilesTakeLittleMemory(t *testing.T) {
	frames := bytes.Repeat(frame(9, 0, 1), 1000) // 128 kbit/s
	path := filepath.Join(t.TempDir(), "long")
	out, err := os.Create(path)
	require.NoError(t, err)
	for range 500 {
		_, err := out.Write(frames)
		require.NoError(t, err)
	}
	require.NoError(t, out.Close())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := audio.Open(t.Context(), path, audio.Tools{})
	require.NoError(t, err)
	require.Equal(t, 5*60*60*1000, f.DurationMS)
	pieces, err := audio.Plan(t.Context(), f, audio.Tools{}, 25_000_000, 600_000)
	require.NoError(t, err)
	require.Len(t, pieces, 31)
	_, _, err = audio.Cut(t.Context(), f, pieces[30], audio.Tools{}, path+"-p")
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20), "bytes allocated for 288 MB of audio")
}
