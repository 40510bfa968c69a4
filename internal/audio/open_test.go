package audio_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/speech/speechtest"
)

func repeat(n int, make func(i int) []byte) []byte {
	var b []byte
	for i := range n {
		b = append(b, make(i)...)
	}
	return b
}

func TestKindAndLengthAreToldByContent(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(1, 90*time.Second)
	info := frame(9, 0, 0)
	copy(info[21:], "Xing")
	plain := func(i int) []byte { return frame(1+i%9, 0, byte(i)) }
	for name, c := range map[string]struct {
		content []byte
		format  audio.Format
		ms      int
	}{
		"mp3 behind a tag":                            {talk.MP3(), audio.MP3, talk.MS},
		"mp3 of changing bit rates":                   {repeat(1000, plain), audio.MP3, 36_000},
		"the frame that describes an mp3 is no sound": {append(info, repeat(100, plain)...), audio.MP3, 3600},
		"mp3 behind junk":                             {append([]byte("\x00\x00\xffjunk\xff\xfb\x18"), repeat(100, plain)...), audio.MP3, 3600},
		"mp3 with a tag in it":                        {append(repeat(50, plain), talk.MP3()...), audio.MP3, 50*36 + talk.MS},
		"mp3 with a tag at its end":                   {append(repeat(50, plain), "TAGtitle\xff\xfb"...), audio.MP3, 50 * 36},
		"mp3 cut off":                                 {repeat(50, plain)[:7000], audio.MP3, 23 * 36},
		"wav":                                         {talk.WAV(), audio.WAV, talk.MS},
		"wav of unknown length": {
			bytes.Replace(tone(2000, none), []byte("data\x00\xfa\x00\x00"), []byte("data\xff\xff\xff\xff"), 1), audio.WAV, 2000,
		},
		"wav that claims more":    {tone(3000, none)[:44+32_000], audio.WAV, 1000},
		"m4a":                     {mp4(754, "soun"), audio.M4A, 754_000},
		"video with sound":        {mp4(10, "vide", "soun"), audio.M4A, 10_000},
		"m4a that claims 40 days": {mp4(40*86_400, "soun"), audio.M4A, 0},
		"flac":                    {flac(44_100, 44_100*65), audio.FLAC, 65_000},
		"flac of unknown length":  {flac(44_100, 0), audio.FLAC, 0},
		"opus": {
			append(oggPage(7, 0, []byte("OpusHead\x01\x01\x38\x01\x80\xbb\x00\x00\x00\x00\x00")), oggPage(7, 48_000*10+312, []byte("x"))...),
			audio.OGG, 10_000,
		},
		"vorbis, the last page without a time": {
			append(append(oggPage(7, 0, []byte("\x01vorbis\x00\x00\x00\x00\x02\x22\x56\x00\x00\x00")), oggPage(7, 22_050*3, []byte("x"))...),
				oggPage(7, 1<<64-1, []byte("x"))...), audio.OGG, 3000,
		},
		"webm": {
			[]byte("\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm" + strings.Repeat("\x00", 100)),
			audio.WebM, 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := open(t, c.content)
			require.Equal(t, c.format, f.Format)
			require.Equal(t, c.ms, f.DurationMS)
			require.EqualValues(t, len(c.content), f.Bytes)
		})
	}
}

func none(int) bool { return false }

func TestWhatIsNoAudioIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ content, says string }{
		"web page":         {"<!doctype html><html><title>Sign in</title>", "a web page"},
		"json":             {`{"error":"expired"}`, "JSON"},
		"picture":          {"\x89PNG\r\n\x1a\n" + strings.Repeat("x", 100), "a picture"},
		"picture like mp4": {"\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf" + strings.Repeat("\x00", 100), "a picture"},
		"playlist":         {"#EXTM3U\n#EXT-X-VERSION:3\nfile:///etc/passwd", "a playlist"},
		"old playlist":     {"[playlist]\nFile1=http://a.example/\n", "a playlist"},
		"feed":             {`<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>`, "a feed"},
		"text":             {"Not found.", "text"},
		"aac":              {"\xff\xf1\x50\x80\x02\x1f\xfc" + strings.Repeat("\x01", 100), "audio of a kind"},
		"silent video":     {string(mp4(10, "vide")), "video without sound"},
		"tag and nothing":  {"ID3\x04\x00\x00\x00\x00\x00\x05abcde" + strings.Repeat("\x00", 500), "damaged"},
		"wav, no sound": {"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00" +
			"\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x10\x00data\x00\x00\x00\x00", "damaged"},
		"anything": {"\x00\x01\x02\x03\x04\x05", "a kind of file that is not known"},
	} {
		_, err := audio.Open(t.Context(), write(t, "file", []byte(c.content)), audio.Tools{})
		require.True(t, fault.Is(err, fault.Unsupported), "%s: %v", name, err)
		require.Contains(t, fault.Of(err).Sentence, c.says, name)
	}
}

// Whatever a stranger sends: no panic, no endless loop, no time that cannot be.
func TestAnyBytesAreSurvived(t *testing.T) {
	t.Parallel()
	seeds := [][]byte{
		mp4(5, "soun"), flac(8000, 8000), tone(50, none), repeat(5, func(int) []byte { return frame(3, 9, 1) }),
		speechtest.Say(1, "Hi.").MP3()[:900],
		oggPage(1, 0, []byte("OpusHead\x01\x01\x38\x01\x80\xbb\x00\x00\x00\x00\x00")),
	}
	path := write(t, "file", nil)
	rapid.Check(t, func(r *rapid.T) {
		b := bytes.Clone(rapid.SampledFrom(seeds).Draw(r, "seed"))
		for range rapid.IntRange(0, 8).Draw(r, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(r, "at")] = rapid.Byte().Draw(r, "byte")
		}
		b = b[:rapid.IntRange(0, len(b)).Draw(r, "length")]
		overwrite(r, path, b)
		f, err := audio.Open(t.Context(), path, audio.Tools{})
		if err == nil && (f.DurationMS < 0 || f.DurationMS > 24*60*60*1000) {
			r.Fatalf("%d ms", f.DurationMS)
		}
		if err != nil && !fault.Is(err, fault.Unsupported) {
			r.Fatal(err)
		}
	})
}
