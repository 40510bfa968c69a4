package audio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"mentionary/internal/fault"
)

// How pieces overlap, in milliseconds.
const (
	overlapAtSilence = 2_000
	overlapElsewhere = 8_000 // no silence known: some twenty words, to find the same ones again
	searched         = 20_000
	leastPiece       = 20_000 // the shortest limit that makes sense
)

// Plan says how to cut a file so that no piece is larger than maxBytes (as Cut writes it) or longer than maxMS
// milliseconds (0: any length): one piece when the whole fits. The same file and limits give the same plan with the same
// tools. It returns an Unsupported fault when the format can be cut only with ffmpeg and that is not there, and a BadInput
// fault for limits too small to cut by.
func Plan(ctx context.Context, f File, tools Tools, maxBytes int64, maxMS int) ([]Piece, error) {
	if f.DurationMS == 0 {
		f.DurationMS = tools.duration(ctx, f)
	}
	if f.Bytes <= maxBytes && (maxMS <= 0 || f.DurationMS <= maxMS) {
		return []Piece{{EndMS: f.DurationMS}}, ctx.Err()
	}
	if f.Format != MP3 && f.Format != WAV && tools.FFmpeg == "" {
		return nil, needsFFmpeg(f)
	}
	if f.DurationMS == 0 {
		return nil, fault.New(fault.Unsupported, "The length of this episode's audio cannot be told, so it cannot be cut. Install ffprobe on "+
			"the server, or add a transcript.")
	}
	size, err := sizes(f)
	if err != nil {
		return nil, err
	}
	var pieces []Piece
	for start := 0; ; {
		end := size.reach(start, maxBytes, f.DurationMS)
		if maxMS > 0 {
			end = min(end, start+maxMS)
		}
		if end >= f.DurationMS {
			return append(pieces, Piece{Number: len(pieces), StartMS: start, EndMS: f.DurationMS}), ctx.Err()
		}
		if end-start < leastPiece {
			return nil, fault.New(fault.BadInput, "The speech server's limits are too small: less than 20 seconds of this audio fit. An "+
				"administrator has to raise them.")
		}
		end, next := cutNear(ctx, f, tools, start, end)
		pieces = append(pieces, Piece{Number: len(pieces), StartMS: start, EndMS: end})
		start = next
	}
}

// cutNear chooses the end of a piece that may reach from start to end, and the start of the next.
func cutNear(ctx context.Context, f File, tools Tools, start, end int) (cut, next int) {
	half := overlapAtSilence / 2
	from := max(end-half-searched, start+leastPiece/2)
	best := silence{}
	for _, s := range tools.silences(ctx, f, from, end-half) {
		if s.endMS-s.startMS > best.endMS-best.startMS {
			best = s
		}
	}
	if best.endMS > 0 {
		middle := min((best.startMS+best.endMS)/2, end-half)
		return middle + half, middle - half
	}
	return end, end - overlapElsewhere
}

// byteSizes tell how many bytes stretches of a file take as pieces.
type byteSizes struct {
	perSecond int64   // of sound whose seconds are all alike, 0 for others
	reserve   int64   // what a piece takes beside its sound
	offsets   []int64 // where each second begins, and the end
}

// MP3 pieces begin some frames early; all have a header or might.
const reserved = 16 << 10

func sizes(f File) (byteSizes, error) {
	in, err := os.Open(f.Path)
	if err != nil {
		return byteSizes{}, fmt.Errorf("plan audio: %w", err)
	}
	defer func() { _ = in.Close() }()
	switch f.Format {
	case MP3:
		offsets, err := secondsOfMP3(in, f.Bytes)
		return byteSizes{reserve: reserved, offsets: offsets}, err
	case WAV:
		w, err := readWAV(in, f.Bytes)
		return byteSizes{reserve: reserved, perSecond: w.rate}, err
	default:
		return byteSizes{reserve: reserved, perSecond: wavRate}, nil
	}
}

// secondsOfMP3 finds where each second of a file begins.
func secondsOfMP3(in *os.File, size int64) ([]int64, error) {
	frames := newMP3Reader(io.NewSectionReader(in, 0, size))
	var offsets []int64
	for {
		frame, err := frames.next()
		if errors.Is(err, io.EOF) {
			return append(offsets, size), nil
		}
		if err != nil {
			return nil, err
		}
		for frame.startNS >= int64(len(offsets))*1e9 {
			offsets = append(offsets, frame.offset)
		}
	}
}

// reach is the latest end of a piece from start that takes at most maxBytes, in milliseconds; the file ends at last.
func (b byteSizes) reach(start int, maxBytes int64, last int) int {
	room := maxBytes - b.reserve
	if room <= 0 {
		return start
	}
	if b.perSecond > 0 {
		return int(min(int64(last), int64(start)+room*1000/b.perSecond))
	}
	first := start / 1000
	end := first
	for end+1 < len(b.offsets) && b.offsets[end+1]-b.offsets[first] <= room {
		end++
	}
	if end == len(b.offsets)-1 {
		return last
	}
	return max(start, end*1000)
}
