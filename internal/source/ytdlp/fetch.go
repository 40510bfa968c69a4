package ytdlp

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

// common are the arguments of every call: no configuration, no playlist, no cache, no second look at a page by itself, and a
// JavaScript runtime, which it wants since late 2025.
var common = []string{
	"--ignore-config", "--no-playlist", "--no-cache-dir", "--no-progress", "--no-color",
	"--socket-timeout", "20", "--extractor-retries", "0", "--js-runtimes", "node",
}

// look are those of calls that fetch no sound or picture.
var look = slices.Concat(common, []string{"--skip-download", "--retries", "0"})

// Metadata fetches what YouTube says about the video at the address. Errors are faults: Unsupported (not a video address),
// Private, NotFound, Blocked, RateLimited, Unavailable, TooLarge.
func (r Runner) Metadata(ctx context.Context, address string) (media.Episode, error) {
	info, err := r.info(ctx, address)
	return info.Episode, err
}

func (r Runner) info(ctx context.Context, address string) (upload.Info, error) {
	id, clean, err := videoAddress(address)
	if err != nil {
		return upload.Info{}, err
	}
	dir, remove, err := tempDir()
	if err != nil {
		return upload.Info{}, err
	}
	defer remove()
	out, err := r.run(ctx, dir, append(slices.Clone(look), "--dump-single-json", "--", clean)...)
	if err != nil {
		return upload.Info{}, err
	}
	info, err := upload.ParseInfo(bytes.NewReader(out))
	if err != nil {
		return upload.Info{}, fault.Wrap(fault.Unavailable, err, "yt-dlp returned something unreadable. Ask the operator to update it.")
	}
	if info.Episode.ExternalID != id {
		return upload.Info{}, fault.New(fault.Unavailable, "yt-dlp returned another video.")
	}
	return info, nil
}

// Captions fetches the best captions of the video at the address: the video's own language first, then those of languages
// in order, and of one language the captions somebody wrote before automatic ones. The second result is false when the video has none.
// Errors are faults like those of Metadata; captions that were announced and came back empty are Blocked.
func (r Runner) Captions(ctx context.Context, address string, languages []string) (transcript.Transcript, bool, error) {
	info, err := r.info(ctx, address)
	if err != nil {
		return transcript.Transcript{}, false, err
	}
	track, ok := choose(info, languages)
	if !ok {
		return transcript.Transcript{}, false, nil
	}
	t, err := r.track(ctx, info.Episode.PageURL, track)
	return t, err == nil, err
}

// track downloads one caption track.
func (r Runner) track(ctx context.Context, clean string, track track) (transcript.Transcript, error) {
	dir, remove, err := tempDir()
	if err != nil {
		return transcript.Transcript{}, err
	}
	defer remove()
	kind := "--write-subs"
	if track.origin == transcript.Automatic {
		kind = "--write-auto-subs"
	}
	args := append(slices.Clone(look), kind, "--sub-langs", regexp.QuoteMeta(track.language), "--sub-format", "json3",
		"--output", "captions", "--", clean)
	if _, err := r.run(ctx, dir, args...); err != nil {
		return transcript.Transcript{}, err
	}
	empty := fault.New(fault.Blocked, "YouTube lists captions for this video but did not send them, as it does with automated requests.")
	files, err := filepath.Glob(filepath.Join(dir, "captions*.json3"))
	if err != nil || len(files) == 0 {
		return transcript.Transcript{}, empty
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return transcript.Transcript{}, fault.Wrap(fault.Internal, err, fault.Neutral)
	}
	defer func() { _ = root.Close() }() // only read
	f, err := root.Open(filepath.Base(files[0]))
	if err != nil {
		return transcript.Transcript{}, fault.Wrap(fault.Internal, err, fault.Neutral)
	}
	defer func() { _ = f.Close() }() // only read
	t, err := upload.Parse("captions.json3", f)
	switch {
	case fault.Is(err, fault.TooLarge):
		return transcript.Transcript{}, err
	case err != nil:
		return transcript.Transcript{}, fault.Wrap(fault.Blocked, err, empty.Sentence)
	}
	t.Origin, t.Language = track.origin, track.tag
	return t, nil
}

type track struct {
	language string // as yt-dlp names it
	tag      string // BCP 47
	origin   transcript.Origin
}

// choose picks a track. Automatic captions exist in every language by machine translation: of those only the original
// language is taken.
func choose(info upload.Info, languages []string) (track, bool) {
	wanted := append([]string{}, languages...)
	original := info.Episode.Language
	for _, l := range info.Automatic {
		if base, ok := strings.CutSuffix(l, "-orig"); ok && original == "" {
			original = base
		}
	}
	if original != "" {
		wanted = append([]string{original}, wanted...)
	}
	for _, w := range wanted {
		for _, l := range info.Manual {
			if same(l, w) {
				return newTrack(l, transcript.Captions), true
			}
		}
		if w != original && original != "" {
			continue
		}
		for _, suffix := range []string{"-orig", ""} {
			for _, l := range info.Automatic {
				if strings.HasSuffix(l, "-orig") == (suffix != "") && same(l, w) {
					return newTrack(l, transcript.Automatic), true
				}
			}
		}
	}
	if len(info.Manual) > 0 {
		return newTrack(info.Manual[0], transcript.Captions), true
	}
	return track{}, false
}

func newTrack(language string, origin transcript.Origin) track {
	return track{language: language, tag: upload.Language(language), origin: origin}
}

// same compares two language tags without region and script.
func same(a, b string) bool {
	a, _, _ = strings.Cut(upload.Language(a), "-")
	b, _, _ = strings.Cut(upload.Language(b), "-")
	return a != "" && a == b
}

func tempDir() (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "mentionary-ytdlp-")
	if err != nil {
		return "", nil, fault.Wrap(fault.Internal, err, fault.Neutral)
	}
	return dir, func() { _ = os.RemoveAll(dir) }, nil // what stays behind is removed with the machine's temporary files
}
