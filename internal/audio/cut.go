package audio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"mentionary/internal/fault"
)

// Cut writes a piece as a file of its own at to plus its extension, and returns that file and what it holds: MP3 begins
// some frames early, so that its first word can be decoded. A piece that is the whole file is that file, and nothing is
// written. The File has length 0 when there is no sound in the piece.
func Cut(ctx context.Context, f File, p Piece, tools Tools, to string) (File, Piece, error) {
	if p.whole(f) {
		return f, p, ctx.Err()
	}
	out := File{Path: to + "." + string(f.Format), Format: f.Format}
	var err error
	switch {
	case f.Format == MP3:
		p, err = cutMP3(ctx, f, p, out.Path)
	case f.Format == WAV:
		err = cutWAV(f, p, out.Path)
	case tools.FFmpeg == "":
		return File{}, Piece{}, needsFFmpeg(f)
	default:
		out.Path, out.Format = to+"."+string(WAV), WAV
		err = tools.convert(ctx, f, p, out.Path)
	}
	if err != nil {
		_ = os.Remove(out.Path) // half a piece is of no use
		return File{}, Piece{}, err
	}
	whole, err := Open(ctx, out.Path, Tools{})
	if fault.Is(err, fault.Unsupported) { // the file is shorter than it said
		return out, p, nil
	}
	return whole, p, err
}

func (p Piece) whole(f File) bool {
	return p.StartMS == 0 && (p.EndMS == 0 || p.EndMS >= f.DurationMS && f.DurationMS > 0)
}

func needsFFmpeg(f File) error {
	return fault.Newf(fault.Unsupported, "This episode's audio is %s and longer than the speech server takes at once. Install ffmpeg on the "+
		"server, or add a transcript.", f.Format.spoken())
}

// cutWAV copies the sound of a piece behind a header of its own.
func cutWAV(f File, p Piece, to string) (err error) {
	in, err := os.Open(f.Path)
	if err != nil {
		return fmt.Errorf("cut audio: %w", err)
	}
	defer func() { _ = in.Close() }()
	w, err := readWAV(in, f.Bytes)
	if err != nil {
		return err
	}
	from, size := w.offset(p.StartMS), w.offset(p.EndMS)-w.offset(p.StartMS)
	return writeFile(to, func(out io.Writer) error {
		if _, err := out.Write(w.header(size)); err != nil {
			return err
		}
		_, err := io.Copy(out, io.NewSectionReader(in, w.from+from, size))
		return err
	})
}

// writeFile makes a file of what write writes. A full disk is a fault.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return diskFault(err)
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return diskFault(err)
	}
	return nil
}

// keptFrames are remembered before a piece begins: a frame reaches at most 511 bytes back, which the shortest frames hold
// eight times.
const keptFrames = 32

// cutMP3 copies whole frames. It begins with the frames that the first one wanted takes sound from, and one more, because
// each is blended with the one before; what it returns says so.
func cutMP3(ctx context.Context, f File, p Piece, to string) (Piece, error) {
	in, err := os.Open(f.Path)
	if err != nil {
		return Piece{}, fmt.Errorf("cut audio: %w", err)
	}
	defer func() { _ = in.Close() }()
	frames := newMP3Reader(io.NewSectionReader(in, 0, f.Bytes))
	held := Piece{Number: p.Number, StartMS: p.StartMS, EndMS: p.EndMS}
	err = writeFile(to, func(out io.Writer) error {
		copied := stretches{in: in, out: out}
		before := make([]mp3Frame, 0, keptFrames)
		begun := false
		for n := 0; ; n++ {
			frame, err := frames.next()
			if errors.Is(err, io.EOF) || err == nil && frame.startNS >= int64(p.EndMS)*1e6 {
				return copied.flush()
			}
			if n%1000 == 0 {
				err = errors.Join(err, ctx.Err())
			}
			if err != nil {
				return err
			}
			if frame.startNS+frame.tookNS <= int64(p.StartMS)*1e6 {
				if len(before) == keptFrames {
					before = before[:copy(before, before[1:])]
				}
				before = append(before, frame)
				continue
			}
			if !begun {
				begun = true
				early := append(reservoir(before, frame), frame)
				held.StartMS = int(early[0].startNS / 1e6)
				if err := copied.add(early...); err != nil {
					return err
				}
				continue
			}
			if err := copied.add(frame); err != nil {
				return err
			}
		}
	})
	return held, err
}

// stretches copies frames, those that follow one another at once.
type stretches struct {
	in       io.ReaderAt
	out      io.Writer
	from, to int64
}

func (s *stretches) add(frames ...mp3Frame) error {
	for _, f := range frames {
		if f.offset != s.to {
			if err := s.flush(); err != nil {
				return err
			}
			s.from = f.offset
		}
		s.to = f.offset + int64(f.size)
	}
	return nil
}

func (s *stretches) flush() error {
	_, err := io.Copy(s.out, io.NewSectionReader(s.in, s.from, s.to-s.from))
	s.from = s.to
	return err
}

// reservoir is the end of before that holds the sound first takes from earlier frames, and one frame more.
func reservoir(before []mp3Frame, first mp3Frame) []mp3Frame {
	i, missing := len(before), first.reach
	for i > 0 && missing > 0 {
		i--
		missing -= before[i].sound
	}
	return append([]mp3Frame(nil), before[max(0, i-1):]...)
}
