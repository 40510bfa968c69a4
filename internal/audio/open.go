package audio

import (
	"context"
	"fmt"
	"os"

	"mentionary/internal/fault"
)

// maxClaimedMS bounds a length that only the header of a file claims: a day.
const maxClaimedMS = 24 * 60 * 60 * 1000

// Open tells what a file on disk is, by its content. ffprobe is asked for a length only where we cannot tell it. It returns
// an Unsupported fault for what is no audio.
func Open(ctx context.Context, path string, tools Tools) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, fmt.Errorf("open audio: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return File{}, fmt.Errorf("open audio: %w", err)
	}
	out := File{Path: path, Bytes: info.Size()}
	head, err := headOf(f)
	if err != nil {
		return File{}, fmt.Errorf("read audio: %w", err)
	}
	format, stranger := Kind(head)
	if stranger != "" {
		return File{}, leadsElsewhere(stranger)
	}
	out.Format = format
	if out.DurationMS, err = durationOf(f, out.Format, out.Bytes); err != nil {
		return File{}, err
	}
	if out.DurationMS == 0 {
		out.DurationMS = tools.duration(ctx, out)
	}
	return out, ctx.Err()
}

// durationOf reads a length in milliseconds, 0 when it cannot be told. It returns an Unsupported fault for a file that only
// begins like audio.
func durationOf(f *os.File, format Format, size int64) (int, error) {
	switch format {
	case MP3:
		return mp3Duration(f)
	case WAV:
		w, err := readWAV(f, size)
		return w.durationMS(), err
	case FLAC:
		return claimed(flacDuration(f)), nil
	case OGG:
		return claimed(oggDuration(f, size)), nil
	case M4A:
		ms, sound := mp4Duration(f, size)
		if !sound {
			return 0, fault.New(fault.Unsupported, "The file is a video without sound. Add a transcript instead.")
		}
		return claimed(ms), nil
	case WebM:
		return 0, nil // its length stands in it only now and then
	}
	return 0, nil
}

// claimed is a length that a header claims, 0 when it cannot be true.
func claimed(ms float64) int {
	if !(ms > 0 && ms <= maxClaimedMS) { // not so for NaN
		return 0
	}
	return int(ms)
}

func damaged(format Format) error {
	return fault.Newf(fault.Unsupported, "The audio file is damaged: it begins like %s and holds no sound. Add a transcript instead.",
		format.spoken())
}

// spoken is a format's name for people.
func (f Format) spoken() string {
	switch f {
	case MP3:
		return "MP3"
	case M4A:
		return "M4A"
	case OGG:
		return "Ogg"
	case WAV:
		return "WAV"
	case FLAC:
		return "FLAC"
	case WebM:
		return "WebM"
	}
	return string(f)
}
