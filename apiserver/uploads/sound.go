package uploads

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"mentionary/apiserver/gate"
	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
	"mentionary/internal/wording"
)

// Sounds says what audio may arrive.
type Sounds struct {
	Heard    bool  // there is a speech server
	MaxBytes int64 // of one file
	Room     int64 // bytes that all audio may take until it is heard
}

const (
	soundsAtOnce  = 4             // arrive in one process
	soundPartTime = time.Minute   // for each part: 17 kB/s at least
	soundTime     = 6 * time.Hour // from the first byte to the last
)

// sound is a file of audio that has arrived, in parts.
type sound struct {
	uploadID int
	hash     string
	size     int
	format   audio.Format
}

// soundEndings are those of files that people take for audio or video, also of kinds that no server hears.
var soundEndings = []string{
	".mp3", ".m4a", ".m4b", ".mp4", ".m4v", ".mov", ".ogg", ".oga", ".ogv", ".opus", ".wav", ".flac", ".webm", ".mkv", ".avi", ".wmv", ".wma",
	".aac", ".aif", ".aiff", ".mpg", ".mpeg", ".3gp", ".amr",
}

// soundIn tells by its first bytes whether a file is audio, "" for what may be a transcript. A file that is called audio and is none
// that can be heard is refused.
func soundIn(name string, head []byte) (audio.Format, error) {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) { // text: the mark of UTF-16 looks like the beginning of a frame
		return "", nil
	}
	format, what := audio.Kind(head)
	switch {
	case format != "":
		return format, nil
	case len(head) == 0 || !slices.Contains(soundEndings, strings.ToLower(path.Ext(name))):
		return "", nil
	}
	return "", fault.Newf(fault.Unsupported, "This file is %s. What can be listened to is MP3, M4A, Ogg, WAV, FLAC, MP4 and WebM.", what).
		WithField("file")
}

// arrival is what one request may bring of audio.
type arrival struct {
	*Route

	viewer gate.Viewer
	wait   *http.ResponseController
	leave  func() // gives back the room in memory that transcripts need
}

// keep stores audio while it arrives, part by part. What does not arrive whole is deleted.
func (a arrival) keep(ctx context.Context, f *file, format audio.Format, from io.Reader) (*sound, error) {
	switch {
	case !a.sounds.Heard:
		return nil, fault.New(fault.Unsupported, "This server cannot listen to audio: no speech server is set up. Please upload a transcript "+
			"instead.").WithField("file")
	case int64(f.atMost) > a.sounds.MaxBytes+maxInfo+1<<20:
		return nil, a.tooLarge()
	}
	a.leave()
	if !a.slots.TryAcquire(1) {
		return nil, busy()
	}
	defer a.slots.Release(1)
	limits := a.limits(a.viewer)
	id, err := a.store.Jobs.BeginSound(ctx, jobs.NewSound{
		UserID: a.viewer.UserID(), FileName: f.name, Format: string(format), Declared: max(0, f.atMost),
		Limit: limits.Uploads, LimitBytes: limits.UploadBytes,
	})
	if err != nil {
		return nil, err
	}
	out, err := a.parts(ctx, id, from)
	if err != nil {
		a.drop(id)
		return nil, err
	}
	out.format = format
	return out, nil
}

// parts stores what comes, in parts of which one is in memory.
func (a arrival) parts(ctx context.Context, id int, from io.Reader) (*sound, error) {
	out, sum, part := &sound{uploadID: id}, sha256.New(), make([]byte, jobs.SoundPartBytes)
	last := time.Now().Add(soundTime)
	for number := 0; ; number++ {
		// Not every ResponseWriter can limit the time; then the server's own limit holds.
		_ = a.wait.SetReadDeadline(earlier(last, time.Now().Add(soundPartTime)))
		n, ended, err := fill(from, part)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			if out.size += n; int64(out.size) > a.sounds.MaxBytes {
				return nil, a.tooLarge()
			}
			sum.Write(part[:n])
			if err := a.store.Jobs.AddSoundPart(ctx, id, number, part[:n], a.sounds.Room); err != nil {
				return nil, err
			}
		}
		if ended {
			out.hash = hex.EncodeToString(sum.Sum(nil))
			return out, nil
		}
	}
}

// fill reads until a buffer is full or its source ends. Unlike io.ReadFull it tells an end from a body that broke off.
func fill(from io.Reader, into []byte) (n int, ended bool, err error) {
	for n < len(into) && err == nil {
		var more int
		more, err = from.Read(into[n:])
		n += more
	}
	if errors.Is(err, io.EOF) {
		return n, true, nil
	}
	return n, false, err
}

// drop deletes audio that is not kept, also when its sender has gone away. What stays is deleted by housekeeping.
func (u *Route) drop(id int) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_ = u.store.Jobs.DropSound(ctx, id)
}

func (u *Route) tooLarge() error {
	return fault.Newf(fault.TooLarge, "The file is larger than %s, the most that is listened to. Save it with a lower quality, or upload a "+
		"transcript.", wording.Size(u.sounds.MaxBytes)).WithField("file")
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// keepSound makes audio that has arrived an upload.
func (u *Route) keepSound(ctx context.Context, f *file) (uploaded, error) {
	v := gate.Of(ctx)
	episode := f.episode(v.PublicID())
	made, err := u.store.Jobs.FinishSound(ctx, f.sound.uploadID, jobs.Sound{
		Hash: f.hash, Size: f.size, Episode: episode, LimitBytes: u.limits(v).UploadBytes,
	})
	if err != nil {
		u.drop(f.sound.uploadID)
		return uploaded{}, err
	}
	return uploaded{UploadID: made.Key, Title: episode.Title, Language: episode.Language, Format: string(f.sound.format)}, nil
}
