package audio

import (
	"context"
	"errors"
	"io"

	"mentionary/internal/fault"
)

// Take is Fetch for audio that a program or a table gives: it brings to disk under name what write writes. It cannot go on where an
// earlier try stopped, so nothing of that is kept. The writer's failures are faults with a sentence; write returns them as they are.
//
// Every failure is a fault like those of Fetch, or what write returned. When ctx ends, its error is returned as it is.
func Take(
	ctx context.Context, name string, limits Limits, write func(ctx context.Context, to io.Writer) error, progress func(bytes int64),
) (File, error) {
	return bring(ctx, name, limits, progress, func(d *download) (File, error) {
		d.stranger = isSomethingElse
		f, err := d.take(ctx, name, write)
		if err != nil {
			d.discard(name)
		}
		return f, err
	})
}

func (d *download) take(ctx context.Context, name string, write func(ctx context.Context, to io.Writer) error) (File, error) {
	if err := d.part.Truncate(0); err != nil {
		return File{}, diskFault(err)
	}
	d.have = 0
	limited, cancel := context.WithTimeout(ctx, d.limits.MaxTime)
	defer cancel()
	to := d.sink()
	err := write(limited, to)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return File{}, ctx.Err()
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		return File{}, neverEnds(err)
	default:
		return File{}, err
	}
	if err := to.end(); err != nil {
		return File{}, err
	}
	return d.finishOrDiscard(ctx, name)
}

// isSomethingElse is for what came in place of audio.
func isSomethingElse(what string) error {
	return fault.Newf(fault.Unsupported, "What came is not audio but %s. Add a transcript instead.", what)
}
