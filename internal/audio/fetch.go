package audio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
	"mentionary/internal/wording"
)

// Fetch brings the audio at address to disk under name (letters, digits, - and _) and returns it; a file that is whole
// already is returned at once. Of door, a client of package outbound, it uses everything but the time limit, which is
// limits.MaxTime here. It goes on where an earlier try of the same name stopped, when the server confirms that the file is
// the same. One Fetch of a name runs at a time; another waits. progress, if not nil, hears of the bytes on disk from time to
// time.
//
// Every failure is a fault with a sentence for people: Unsupported (not audio, by its content), TooLarge (also without an
// end), NotFound, Private, RateLimited, Blocked, Unavailable (also when the disk's quota is used up), BadInput. When ctx
// ends, its error is returned as it is.
func Fetch(ctx context.Context, door *http.Client, address, name string, limits Limits, progress func(bytes int64)) (File, error) {
	target, err := outbound.ParseTarget(address)
	if err != nil {
		return File{}, err
	}
	long := *door // its time limit is that of small documents
	long.Timeout = 0
	return bring(ctx, name, limits, progress, func(d *download) (File, error) {
		d.client, d.address, d.stranger = &long, target.String(), leadsElsewhere
		return d.run(ctx, name)
	})
}

// bring returns the whole file of a name when it is there, else what get makes of the partial one, which is locked meanwhile.
func bring(
	ctx context.Context, name string, limits Limits, progress func(bytes int64), get func(d *download) (File, error),
) (File, error) {
	if !fileName.MatchString(name) {
		return File{}, fault.Wrap(fault.Internal, fmt.Errorf("audio: no name for a file: %q", name), fault.Neutral)
	}
	if err := os.MkdirAll(limits.Dir, 0o700); err != nil {
		return File{}, diskFault(err)
	}
	if f, ok := finished(ctx, limits, name); ok {
		return f, nil
	}
	part, err := openPart(ctx, limits, name)
	if err != nil {
		return File{}, err
	}
	defer func() { _ = part.Close() }() // and with it the lock
	if f, ok := finished(ctx, limits, name); ok {
		return f, nil // somebody else was faster
	}
	if progress == nil {
		progress = func(int64) {}
	}
	d := download{limits: limits, part: part, progress: progress}
	if info, err := part.Stat(); err == nil {
		d.have = info.Size()
	}
	if err := d.measure(); err != nil {
		return File{}, err
	}
	return get(&d)
}

var fileName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)

// partial ends the name of a file that is not whole.
const partial = ".part"

func pathOf(l Limits, name, end string) string { return filepath.Join(l.Dir, name+end) }

// finished looks for the whole file of a name.
func finished(ctx context.Context, l Limits, name string) (File, bool) {
	for _, format := range []Format{MP3, M4A, OGG, WAV, FLAC, WebM} {
		path := pathOf(l, name, "."+string(format))
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if f, err := Open(ctx, path, Tools{}); err == nil && f.Format == format {
			return f, true
		}
	}
	return File{}, false
}

// lockEvery is how often a waiting Fetch looks whether the other one has ended.
const lockEvery = 200 * time.Millisecond

// openPart opens the partial file of a name, locked for us alone: the lock goes with the process, however it ends.
func openPart(ctx context.Context, l Limits, name string) (*os.File, error) {
	path := pathOf(l, name, partial)
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, diskFault(err)
		}
		if err := lock(ctx, f); err != nil {
			_ = f.Close()
			return nil, err
		}
		ours, err := f.Stat()
		there, err2 := os.Stat(path)
		if err == nil && err2 == nil && os.SameFile(ours, there) {
			return f, nil
		}
		whole := os.IsNotExist(err2) // renamed or removed while we waited
		if _, ok := finished(ctx, l, name); ok && whole {
			return f, nil
		}
		_ = f.Close()
	}
}

func lock(ctx context.Context, f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return diskFault(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockEvery):
		}
	}
}

// usedBytes adds up the files of a folder.
func usedBytes(dir string) (int64, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	var sum int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // gone meanwhile: takes no room
			sum += info.Size()
		}
	}
	return sum, nil
}

// Remove deletes what is there of name: the file, a partial one, pieces. Nothing there is no failure.
func Remove(limits Limits, name string) error {
	if !fileName.MatchString(name) {
		return fmt.Errorf("audio: no name for a file: %q", name)
	}
	paths, err := filepath.Glob(filepath.Join(escapeGlob(limits.Dir), name+".*"))
	if err != nil {
		return fmt.Errorf("remove audio: %w", err)
	}
	for _, p := range paths {
		if e := os.Remove(p); e != nil && !os.IsNotExist(e) {
			err = errors.Join(err, e)
		}
	}
	return err
}

var globSigns = regexp.MustCompile(`[\\*?\[]`)

func escapeGlob(dir string) string { return globSigns.ReplaceAllString(dir, `\$0`) }

// Sweep deletes the files under limits.Dir that were last written before a time, and returns how many.
func Sweep(limits Limits, before time.Time) (int, error) {
	entries, err := os.ReadDir(limits.Dir)
	if os.IsNotExist(err) {
		return 0, nil
	}
	n := 0
	for _, e := range entries {
		info, e1 := e.Info()
		if e1 != nil || !info.Mode().IsRegular() || !info.ModTime().Before(before) {
			continue
		}
		if e := os.Remove(filepath.Join(limits.Dir, e.Name())); e != nil && !os.IsNotExist(e) {
			err = errors.Join(err, e)
			continue
		}
		n++
	}
	return n, err
}

// diskFault is about our own disk.
func diskFault(err error) error {
	f := (*fault.Error)(nil)
	if err == nil || errors.As(err, &f) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return noRoom(err)
	}
	return fault.Wrap(fault.Internal, err, fault.Neutral)
}

func noRoom(cause error) error {
	return fault.Wrap(fault.Unavailable, cause, "There is no room for this episode's audio on the server now. It is tried again when other "+
		"audio has been heard.")
}

// tooLarge is for a file over the limit of one.
func tooLarge(l Limits) error {
	return fault.Newf(fault.TooLarge, "The audio is larger than %s, the most that is fetched. Add a transcript instead.",
		wording.Size(l.MaxBytes))
}

// stall is how long the next bytes may take.
func (l Limits) stall() time.Duration { return cmp.Or(l.Stall, time.Minute) }

var errStalled = errors.New("no bytes for too long")

// guarded makes reads of a body end when nothing comes for too long.
type guarded struct {
	body  io.Reader
	timer *time.Timer
	stall time.Duration
}

func (g guarded) Read(p []byte) (int, error) {
	n, err := g.body.Read(p)
	g.timer.Reset(g.stall)
	return n, err
}
