package audio

import (
	"context"
	"net/http"
	"time"

	"mentionary/internal/fault"
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
	return File{}, fault.New(fault.Internal, fault.Neutral)
}

// Remove deletes what is there of name, partial or whole. Nothing there is no failure.
func Remove(limits Limits, name string) error { return nil }

// Sweep deletes the files under limits.Dir that were last written before a time, and returns how many.
func Sweep(limits Limits, before time.Time) (int, error) { return 0, nil }
