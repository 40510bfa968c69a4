package audio

import (
	"context"

	"mentionary/internal/fault"
)

// Plan says how to cut a file so that no piece is larger than maxBytes (as Cut writes it) or longer than maxMS
// milliseconds (0: any length): one piece when the whole fits. The same file and limits give the same plan with the same
// tools. It returns an Unsupported fault when the format can be cut only with ffmpeg and that is not there.
func Plan(ctx context.Context, f File, tools Tools, maxBytes int64, maxMS int) ([]Piece, error) {
	return nil, fault.New(fault.Internal, fault.Neutral)
}

// Cut writes a piece as a file of its own at to plus its extension, and returns that file and what it holds: MP3 begins
// some frames early, so that its first word can be decoded.
func Cut(ctx context.Context, f File, p Piece, tools Tools, to string) (File, Piece, error) {
	return File{}, Piece{}, fault.New(fault.Internal, fault.Neutral)
}
