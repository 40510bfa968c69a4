package ytdlp

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"mentionary/internal/fault"
)

// sound are the arguments that write the sound of a video to standard output. What is a plain file comes first, and MP4 before
// WebM, because its length stands in it. Nothing is converted. What breaks off is gone on with at once, because nobody can later.
// A broadcast that still runs has no end, so it is left alone.
var sound = slices.Concat(common, []string{
	"--format", "ba[ext=m4a][protocol=https]/ba[protocol=https]/ba/b", "--fixup", "never", "--retries", "5", "--fragment-retries", "5",
	"--match-filters", "!is_live & !is_upcoming", "--output", "-",
})

// Audio writes the sound of the video at the address, as a file of whatever kind YouTube has. It ends with ctx, when nothing comes
// for as long as another call may take, and with the first failure of to, which it returns as it is. Its own errors are faults
// like those of Metadata. What was written before an error is not the whole.
func (r Runner) Audio(ctx context.Context, address string, to io.Writer) error {
	_, clean, err := videoAddress(address)
	if err != nil {
		return err
	}
	dir, remove, err := tempDir()
	if err != nil {
		return err
	}
	defer remove()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	idle := time.AfterFunc(r.timeout, func() { end(errSilent) })
	defer idle.Stop()
	out := &flow{to: to, came: func() { idle.Reset(r.timeout) }, failed: func() { end(nil) }}
	err = r.call(ctx, dir, out, append(slices.Clone(sound), "--", clean)...)
	switch {
	case out.err != nil:
		return out.err
	case errors.Is(context.Cause(ctx), errSilent):
		return fault.Wrap(fault.Unavailable, errSilent, "YouTube stopped sending the sound of this video.")
	case err == nil && !out.any:
		return fault.New(fault.Unsupported, "YouTube has no sound of this video yet: it is live or has not been broadcast.")
	}
	return err
}

var errSilent = errors.New("yt-dlp wrote nothing for too long")

// flow hands on what a program writes. After a failure it takes nothing more.
type flow struct {
	to     io.Writer
	came   func()
	failed func()
	any    bool
	err    error
}

// Write implements io.Writer.
func (f *flow) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	f.came()
	f.any = f.any || len(p) > 0
	n, err := f.to.Write(p)
	if f.err = err; err != nil {
		f.failed()
	}
	return n, err
}
