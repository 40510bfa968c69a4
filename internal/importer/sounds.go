package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/source/upload"
	"mentionary/internal/wording"
)

// soundFormats are the endings of files of audio and video that are looked into. Their content says what they are.
var soundFormats = []string{".mp3", ".m4a", ".m4b", ".mp4", ".m4v", ".ogg", ".oga", ".opus", ".wav", ".flac", ".webm"}

func isSound(name string) bool { return slices.Contains(soundFormats, strings.ToLower(path.Ext(name))) }

// soundsIn lists the files of audio and video of a file system, at most as many as an archive may have.
func soundsIn(ctx context.Context, fsys fs.FS) (names []string, err error) {
	err = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // upload.Scan has said so
		case p != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && isSound(p):
			if names = append(names, p); len(names) == upload.MaxArchiveFiles {
				return fs.SkipAll
			}
		}
		return nil
	})
	return names, err
}

// sounds takes files of audio and video that have no transcript beside them. used are the files that are taken already.
func (s *search) sounds(names []string, fsys fs.FS, root string, used map[string]bool) {
	taken := map[string]bool{} // by path without ending and language
	for name := range used {
		taken[stemOf(name)] = true
	}
	for _, name := range names {
		if taken[stemOf(name)] {
			continue // passed over: its words are there
		}
		used[shown(name)] = true
		size, err := lookIn(fsys, name)
		if err != nil {
			s.summary.refuse(shown(name), fault.Of(err).Sentence)
			continue
		}
		f := file{Item: upload.Item{File: name}, fsys: fsys, info: infoBeside(fsys, name), shown: shown(name), size: size}
		f.Episode.Title, _ = upload.TitleOf(name)
		if f.info == "" && root != "" {
			f.channel = showOf(root, name)
		}
		s.files = append(s.files, f)
		s.summary.Files++
	}
}

// stemOf is the path of a file without its ending, and without a language in front of it.
func stemOf(name string) string {
	base := strings.TrimSuffix(name, path.Ext(name))
	if isSound(name) {
		return base
	}
	if tag := path.Ext(base); tag != "" && upload.Language(tag[1:]) != "" {
		return strings.TrimSuffix(base, tag)
	}
	return base
}

// lookIn tells by its content whether a file is audio, and returns its size.
func lookIn(fsys fs.FS, name string) (int64, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return 0, fault.New(fault.BadInput, unreadable(err))
	}
	defer func() { _ = f.Close() }() // only read
	stat, err := f.Stat()
	if err != nil {
		return 0, fault.New(fault.BadInput, unreadable(err))
	}
	head := make([]byte, audio.HeadBytes)
	n, err := io.ReadFull(f, head)
	switch {
	case n == 0:
		return 0, fault.New(fault.BadInput, "The file is empty.")
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return 0, fault.New(fault.BadInput, unreadable(err))
	}
	if _, what := audio.Kind(head[:n]); what != "" {
		return 0, fault.Newf(fault.Unsupported, "This file is %s. What can be listened to is MP3, M4A, Ogg, WAV, FLAC, MP4 and WebM.", what)
	}
	return stat.Size(), nil
}

// slowest is how many bytes a second a large file is sent at least.
const slowest = 64 << 10

// sendTime is how long a file may take to send.
func (f file) sendTime() time.Duration {
	return sendTimeout + time.Duration(f.size/slowest)*time.Second
}

// watched tells how much of a large file is read.
type watched struct {
	io.Reader

	read, size int64
	tell       func(note string)
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.read += int64(n)
	w.tell(fmt.Sprintf("%d%% of %s", 100*w.read/max(1, w.size), wording.Size(w.size)))
	return n, err
}

// formatsSaid lists what is read, for a sentence.
func formatsSaid() string {
	last := len(soundFormats) - 1
	return formatList() + " files, and audio and video: " + strings.Join(soundFormats[:last], ", ") + " and " + soundFormats[last]
}
