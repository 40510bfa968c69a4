package audio

import (
	"context"

	"mentionary/internal/fault"
)

// Open tells what a file on disk is, by its content. ffprobe is asked for a length only where we cannot tell it. It returns
// an Unsupported fault for what is no audio.
func Open(ctx context.Context, path string, tools Tools) (File, error) {
	return File{}, fault.New(fault.Internal, fault.Neutral)
}

// FindTools looks for ffmpeg and ffprobe on the path of the process.
func FindTools() Tools { return Tools{} }
