package importer

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

const (
	infoEnding   = ".info.json"
	maxPassed    = 2 * upload.MaxArchiveFiles // other files counted in a folder
	maxPathRunes = 300                        // of a path shown
)

// formats are the endings of transcript files that upload.Scan takes.
var formats = []string{".vtt", ".srt", ".json3", ".json", ".tsv", ".txt", ".md"}

func formatList() string {
	last := len(formats) - 1
	return strings.Join(formats[:last], ", ") + " and " + formats[last]
}

// file is a transcript, or audio, that will be sent.
type file struct {
	upload.Item
	fsys    fs.FS
	info    string // path of its metadata file, empty when it has none
	channel string // the show, for files without a metadata file
	shown   string // path as people know it, safe to print
	words   int
	speech  time.Duration // until the end of the last cue
	size    int64         // of audio, in bytes; 0: a transcript
}

// search collects the transcripts and the audio of the paths, each content once.
type search struct {
	files   []file
	summary *Summary
	seen    map[string]bool // upload.Item.Key
	roots   []*os.Root
}

func (s *search) close() {
	for _, r := range s.roots {
		_ = r.Close() // only read
	}
}

// paths looks into every path. What cannot be read is refused in the summary; the error is the context's.
func (s *search) paths(ctx context.Context, paths []string) error {
	var folders []string
	named := map[string][]string{} // files by folder
	for _, p := range paths {
		real, err := filepath.EvalSymlinks(p)
		if err != nil {
			s.summary.refuse(shown(p), unreadable(err))
			continue
		}
		info, err := os.Stat(real)
		switch {
		case err != nil:
			s.summary.refuse(shown(p), unreadable(err))
		case info.IsDir():
			if err := s.folder(ctx, p, real); err != nil {
				return err
			}
		case info.Mode().IsRegular():
			dir := filepath.Dir(real)
			if named[dir] == nil {
				folders = append(folders, dir)
			}
			named[dir] = append(named[dir], filepath.Base(real))
		default:
			s.summary.refuse(shown(p), "This is neither a file nor a folder.")
		}
	}
	for _, dir := range folders {
		if err := s.named(ctx, dir, named[dir]); err != nil {
			return err
		}
	}
	return nil
}

// folder takes everything below a folder. Folders name the shows of files without metadata.
func (s *search) folder(ctx context.Context, given, real string) error {
	fsys, err := s.open(real)
	if err != nil {
		s.summary.refuse(shown(given), unreadable(err))
		return nil
	}
	root, err := filepath.Abs(real)
	if err != nil {
		root = real
	}
	used, err := s.scan(ctx, fsys, given, root)
	if err != nil || used == nil {
		return err
	}
	passed := 0
	err = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // it is only counted
		case p != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && !used[shown(p)] && !strings.HasSuffix(p, infoEnding):
			if passed++; passed == maxPassed {
				return fs.SkipAll
			}
		}
		return nil
	})
	s.summary.PassedOver += passed
	return err
}

// named takes single files of one folder, with the metadata files beside them.
func (s *search) named(ctx context.Context, dir string, names []string) error {
	inner, err := s.open(dir)
	if err != nil {
		s.summary.refuse(shown(dir), unreadable(err))
		return nil
	}
	picked := selection{FS: inner}
	for _, name := range names {
		picked.names = append(picked.names, name)
		if info := infoBeside(inner, name); info != "" {
			picked.names = append(picked.names, info)
		}
	}
	slices.Sort(picked.names)
	picked.names = slices.Compact(picked.names)
	used, err := s.scan(ctx, picked, dir, "")
	if err != nil || used == nil {
		return err
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		switch {
		case used[shown(name)] || strings.HasSuffix(name, infoEnding):
		case slices.Contains(formats, strings.ToLower(path.Ext(name))):
			s.summary.PassedOver++
		default:
			s.summary.refuse(shown(name), "Its name is not that of a transcript or of audio. Mentionary reads "+formatsSaid()+".")
		}
	}
	return nil
}

func (s *search) open(dir string) (fs.FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	s.roots = append(s.roots, root)
	return root.FS(), nil
}

// scan takes the episodes of a file system and returns which files (as shown) were used or refused, nil when it was refused
// as a whole. root is the folder that was given; empty for single files.
func (s *search) scan(ctx context.Context, fsys fs.FS, dir, root string) (map[string]bool, error) {
	items, problems, err := upload.Scan(fsys)
	if err != nil {
		s.summary.refuse(shown(dir), fault.Of(err).Sentence)
		return nil, ctx.Err()
	}
	sounds, err := soundsIn(ctx, fsys)
	if err != nil {
		return nil, err
	}
	heard := map[string]bool{} // metadata files of audio
	for _, name := range sounds {
		heard[shown(infoBeside(fsys, name))] = true
	}
	used, broken := map[string]bool{}, map[string]bool{}
	for _, p := range problems {
		if p.Sentence == upload.NoTranscriptBeside && heard[shown(p.File)] {
			continue
		}
		used[shown(p.File)], broken[shown(p.File)] = true, true
		s.summary.refuse(shown(p.File), p.Sentence)
	}
	for _, item := range items {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.seen[item.Key] {
			continue // passed over: the same content has been taken
		}
		used[shown(item.File)] = true
		t, err := upload.Read(fsys, item)
		if err != nil {
			s.summary.refuse(shown(item.File), fault.Of(err).Sentence)
			continue
		}
		s.seen[item.Key] = true
		f := file{Item: item, fsys: fsys, info: infoBeside(fsys, item.File), shown: shown(item.File)}
		if broken[shown(f.info)] {
			f.info = ""
		}
		if f.info == "" {
			said := matterOf(fsys, item.File)
			f.Episode.Title = cmp.Or(said.Title, f.Episode.Title)
			if f.channel = said.Channel; f.channel == "" && root != "" {
				f.channel = showOf(root, item.File)
			}
		}
		for _, c := range t.Cues {
			f.words += transcript.CountWords(c.Text)
		}
		if n := len(t.Cues); n > 0 {
			f.speech = time.Duration(t.Cues[n-1].EndMS) * time.Millisecond
		}
		s.files = append(s.files, f)
		s.summary.Files++
	}
	s.sounds(sounds, fsys, root, used)
	return used, nil
}

// infoBeside returns the metadata file of a transcript, with or without a language in the transcript's name: talk.info.json
// of talk.en.vtt. Empty when there is none.
func infoBeside(fsys fs.FS, name string) string {
	base := strings.TrimSuffix(name, path.Ext(name))
	candidates := []string{base}
	if tag := path.Ext(base); tag != "" && upload.Language(tag[1:]) != "" {
		candidates = append(candidates, strings.TrimSuffix(base, tag))
	}
	for _, c := range candidates {
		if stat, err := fs.Stat(fsys, c+infoEnding); err == nil && stat.Mode().IsRegular() {
			return c + infoEnding
		}
	}
	return ""
}

// selection shows only some files of a folder.
type selection struct {
	fs.FS
	names []string // sorted
}

// ReadDir implements fs.ReadDirFS. A file that has gone meanwhile is left out.
func (s selection) ReadDir(string) ([]fs.DirEntry, error) {
	var out []fs.DirEntry
	for _, name := range s.names {
		if info, err := fs.Stat(s.FS, name); err == nil {
			out = append(out, fs.FileInfoToDirEntry(info))
		}
	}
	return out, nil
}

// shown makes a path safe to print: no control characters reach the terminal.
func shown(p string) string { return transcript.CleanText(p, maxPathRunes) }

func unreadable(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "There is no file or folder of this name."
	case errors.Is(err, fs.ErrPermission):
		return "You are not allowed to read it. Change its permissions or ask its owner."
	default:
		return "It could not be read."
	}
}
