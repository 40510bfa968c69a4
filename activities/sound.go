package activities

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"mentionary/internal/audio"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// soundOf is what the source of an episode declares about its sound.
func soundOf(e *store.Episode) source.Audio {
	return source.SiteOf(media.Platform(e.Platform)).AudioOf(mediaEpisode(e))
}

// listening reports whether this installation has a speech server.
func (a *Listen) listening() bool { return a != nil && a.Server != nil }

// hears reports whether the audio of an episode can be listened to. Where only something on this server is missing, why says what.
func (a *Listen) hears(e *store.Episode) (can bool, why string) {
	if !a.listening() {
		return false, ""
	}
	return source.HasAudio(a.Sources[media.Platform(e.Platform)], mediaEpisode(e))
}

const nobodyHears = "Nobody listens to audio here any more."

// stillHears is hears for a run that was told to listen. What was there then may be gone, or missing on this worker.
func (a *Listen) stillHears(w jobs.RunWork) error {
	can, why := a.hears(w.Episode)
	switch {
	case can:
		return nil
	case why != "":
		return notHeard(w, why)
	}
	return notHeard(w, nobodyHears)
}

// bring has the audio of an episode on this machine: by its address, or by its source.
func (a *Listen) bring(ctx context.Context, w jobs.RunWork, progress func(bytes int64)) (audio.File, error) {
	e := w.Episode
	if sound := soundOf(e); sound.Address != "" {
		return a.Fetch(ctx, sound.Address, fileName(e), progress)
	}
	from, ok := a.Sources[media.Platform(e.Platform)].(source.AudioBringer)
	if !ok { // stillHears has asked before
		return audio.File{}, notHeard(w, nobodyHears)
	}
	return a.Take(ctx, fileName(e), func(ctx context.Context, to io.Writer) error { return from.Audio(ctx, mediaEpisode(e), to) }, progress)
}

// fileName is how the audio of an episode is called on disk. Other sound is another file.
func fileName(e *store.Episode) string {
	sum := sha256.Sum256([]byte(soundOf(e).Key))
	return fmt.Sprintf("episode-%d-%s", e.ID, hex.EncodeToString(sum[:6]))
}

// digest tells audio, and who hears it, from others. Shows with changing advertisements send another file each time: what was heard
// of one does not fit another. Of sound that is the same each time it counts how long the source says it is: files of two kinds
// differ by a little.
func (a *Listen) digest(e *store.Episode, f audio.File) string {
	sound, size, ms := soundOf(e), f.Bytes, f.DurationMS
	if sound.Same {
		size, ms = 0, 1000*e.Duration
	}
	what := fmt.Sprintf("%s\n%d\n%d\n%s\n%s", sound.Key, size, ms, a.Server.Name(), a.language(e))
	sum := sha256.Sum256([]byte(what))
	return hex.EncodeToString(sum[:])
}
