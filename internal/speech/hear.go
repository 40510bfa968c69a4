package speech

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
)

const (
	leastHalf   = 20_000 // milliseconds: what is shorter is not halved
	halvesShare = 8_000  // milliseconds in which halves overlap
)

// Hear cuts a piece out of a file, has it heard and removes the cut again; the cut lies beside the file meanwhile, named
// after it (audio.Remove takes it too). What is too large for the server is halved, down to pieces of 20 seconds. MS is
// what was heard also when the error is not nil: it is to be paid.
func Hear(ctx context.Context, s Server, f audio.File, p audio.Piece, tools audio.Tools, h Hints) (Heard, error) {
	end := strings.TrimSuffix(filepath.Base(f.Path), "."+string(f.Format))
	// A late try may still cut the same piece: each has a name of its own.
	to := filepath.Join(filepath.Dir(f.Path), fmt.Sprintf("%s.piece%d-%s", end, p.Number, rand.Text()[:8]))
	cut, held, err := audio.Cut(ctx, f, p, tools, to)
	if err != nil {
		return Heard{}, err
	}
	if cut.DurationMS == 0 && cut.Path != f.Path {
		_ = os.Remove(cut.Path) // swept otherwise
		return Heard{}, nil     // the file is shorter than it said: nothing is there to hear
	}
	heard, err := s.Hear(ctx, cut.Path, held, h)
	if cut.Path != f.Path {
		_ = os.Remove(cut.Path) // swept otherwise
	}
	if !fault.Is(err, fault.TooLarge) || p.EndMS-p.StartMS < 2*leastHalf {
		return heard, err
	}
	return hearHalves(ctx, s, f, p, tools, h)
}

func hearHalves(ctx context.Context, s Server, f audio.File, p audio.Piece, tools audio.Tools, h Hints) (Heard, error) {
	middle := (p.StartMS + p.EndMS) / 2
	halves := []audio.Piece{
		{Number: p.Number, StartMS: p.StartMS, EndMS: middle + halvesShare/2},
		{Number: p.Number, StartMS: middle - halvesShare/2, EndMS: p.EndMS},
	}
	whole := Heard{}
	parts := make([]Heard, len(halves))
	for i, half := range halves {
		part, err := Hear(ctx, s, f, half, tools, h)
		whole.MS += part.MS
		if err != nil {
			return Heard{MS: whole.MS}, err
		}
		parts[i], whole.Spread = part, whole.Spread || part.Spread
	}
	joined := Join(halves, parts)
	whole.Language, whole.Cues = joined.Language, joined.Cues
	return whole, nil
}
