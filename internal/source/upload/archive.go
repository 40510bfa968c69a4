package upload

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/transcript"
)

// Limits of one archive.
const (
	MaxArchiveFiles = 10_000
	MaxArchiveBytes = 2 << 30 // of transcripts and metadata read
	maxFolderDepth  = 8
)

// NoTranscriptBeside is the Problem of a metadata file that stands alone.
const NoTranscriptBeside = "There is no transcript next to this metadata file."

// Item is one episode found in an archive.
type Item struct {
	Key      string // hex SHA-256 of the transcript file: the same file is the same item
	Episode  media.Episode
	File     string // path of the transcript file in the archive
	Origin   transcript.Origin
	Language string // of the transcript, BCP 47, empty when unknown
}

// Problem is a file that could not be used, with a sentence for people.
type Problem struct {
	File     string
	Sentence string
}

// ranks orders formats by how much they keep: names and times of single cues first.
var ranks = map[string]int{"vtt": 1, "srt": 2, "json3": 3, "json": 4, "tsv": 5, "txt": 6, "md": 7}

// Scan finds the episodes of an archive: folders as yt-dlp writes them (*.info.json beside *.vtt, *.srt or *.json3) and
// single transcript files, each an episode titled by its file name. Of several transcripts of one episode it takes the
// original language, then captions somebody wrote, then the format that keeps most. Links are not followed and files that
// are no transcripts are passed over. A file that cannot be read becomes a Problem; the error is TooLarge when the archive
// has too many files or bytes, or the fault of reading its folders.
func Scan(fsys fs.FS) ([]Item, []Problem, error) {
	groups, err := group(fsys)
	if err != nil {
		return nil, nil, err
	}
	s := scanner{fsys: fsys, left: MaxArchiveBytes}
	seen := map[string]bool{}
	var items []Item
	for _, g := range groups {
		item, ok := s.item(g)
		if s.left < 0 {
			return nil, nil, fault.New(fault.TooLarge, "The archive contains more than 2 GiB of transcripts. Give it in parts.")
		}
		if ok && !seen[item.Key] {
			seen[item.Key] = true
			items = append(items, item)
		}
	}
	return items, s.problems, nil
}

// Read reads the transcript of an item that Scan found.
func Read(fsys fs.FS, item Item) (transcript.Transcript, error) {
	s := scanner{fsys: fsys, left: MaxFileBytes + 1}
	data, err := s.read(item.File)
	if err != nil {
		return transcript.Transcript{}, err
	}
	t, err := ParseText(path.Base(item.File), data)
	t.Origin = item.Origin
	if item.Language != "" {
		t.Language = item.Language
	}
	return t, err
}

// episodeFiles are the files of one episode: those in one folder with the same name up to language and extension.
type episodeFiles struct {
	base        string // path without language and extension
	info        string
	transcripts []string
}

// group walks the archive and puts the files of each episode together, ordered by path.
func group(fsys fs.FS) ([]*episodeFiles, error) {
	infos := map[string]string{}
	var found []string
	files := 0
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return fault.Wrap(fault.Unavailable, err, "The archive could not be read.")
		}
		if d.IsDir() {
			if p != "." && strings.HasPrefix(d.Name(), ".") || strings.Count(p, "/") >= maxFolderDepth {
				return fs.SkipDir
			}
			return nil
		}
		if files++; files > MaxArchiveFiles {
			return fault.Newf(fault.TooLarge, "The archive has more than %d files. Give it in parts.", MaxArchiveFiles)
		}
		if !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") || !fs.ValidPath(p) {
			return nil
		}
		if base, ok := strings.CutSuffix(p, ".info.json"); ok {
			infos[base] = p
		} else if ranks[extension(p)] > 0 && !strings.HasSuffix(p, ".live_chat.json") {
			found = append(found, p)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	groups := map[string]*episodeFiles{}
	for _, p := range found {
		base := groupBase(p, infos)
		g := groups[base]
		if g == nil {
			g = &episodeFiles{base: base, info: infos[base]}
			groups[base] = g
		}
		g.transcripts = append(g.transcripts, p)
	}
	for base, p := range infos {
		if groups[base] == nil {
			groups[base] = &episodeFiles{base: base, info: p}
		}
	}
	out := make([]*episodeFiles, 0, len(groups))
	for _, g := range groups {
		out = append(out, g)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].base < out[j].base })
	return out, nil
}

// groupBase is the name that the files of one episode share. A metadata file beside it decides, so that names with dots
// are not taken for languages.
func groupBase(p string, infos map[string]string) string {
	whole := strings.TrimSuffix(p, "."+lastPart(p))
	if _, ok := infos[whole]; ok {
		return whole
	}
	base, tag := stem(path.Base(p))
	if short := path.Join(path.Dir(p), base); tag != "" {
		return short
	}
	return whole
}

type scanner struct {
	fsys     fs.FS
	left     int64 // bytes that may still be read
	problems []Problem
}

func (s *scanner) problem(file string, err error) {
	s.problems = append(s.problems, Problem{File: transcript.CleanText(file, maxTitleRunes), Sentence: fault.Of(err).Sentence})
}

// item makes the episode of one group, trying its transcripts best first.
func (s *scanner) item(g *episodeFiles) (Item, bool) {
	var info Info
	if g.info != "" {
		data, err := s.read(g.info)
		if err == nil {
			info, err = ParseInfo(strings.NewReader(data))
		}
		if err != nil {
			s.problem(g.info, err)
		}
		if info.Playlist {
			return Item{}, false
		}
		if len(g.transcripts) == 0 {
			s.problem(g.info, fault.New(fault.NoTranscript, NoTranscriptBeside))
			return Item{}, false
		}
	}
	order(g.transcripts, info)
	for _, file := range g.transcripts {
		data, err := s.read(file)
		if s.left < 0 {
			return Item{}, false
		}
		var t transcript.Transcript
		if err == nil {
			t, err = ParseText(path.Base(file), data)
		}
		if err != nil {
			s.problem(file, err)
			continue
		}
		return newItem(file, data, t, info), true
	}
	return Item{}, false
}

func newItem(file, data string, t transcript.Transcript, info Info) Item {
	sum := sha256.Sum256([]byte(data))
	_, tag := stem(path.Base(file))
	item := Item{Key: hex.EncodeToString(sum[:]), Episode: info.Episode, File: file, Origin: info.Origin(tag), Language: t.Language}
	e := &item.Episode
	if e.Platform == "" {
		e.Platform, e.Channel.Platform = media.Upload, media.Upload
	}
	if e.ExternalID == "" {
		e.ExternalID = item.Key
	}
	title, date := TitleOf(file)
	if e.Title == "" {
		e.Title = title
	}
	if e.PublishedAt.IsZero() {
		e.PublishedAt = date
	}
	if e.Language == "" {
		e.Language = t.Language
	}
	if e.Duration == 0 {
		e.Duration = time.Duration(t.Cues[len(t.Cues)-1].EndMS) * time.Millisecond
	}
	return item
}

// order sorts transcript files: the original language first, then captions somebody wrote, then by format and name.
func order(files []string, info Info) {
	original := info.Episode.Language
	for _, file := range files {
		if _, tag := stem(path.Base(file)); original == "" && strings.HasSuffix(tag, originalMark) {
			original = Language(tag)
		}
	}
	weight := func(file string) int {
		_, tag := stem(path.Base(file))
		w := ranks[extension(file)]
		if info.Origin(tag) != transcript.Captions {
			w += 10
		}
		switch {
		case tag != "" && sameLanguage(tag, original):
		case tag == "":
			w += 20
		default:
			w += 40
		}
		return w
	}
	sort.SliceStable(files, func(i, j int) bool {
		a, b := weight(files[i]), weight(files[j])
		return a < b || a == b && files[i] < files[j]
	})
}

// sameLanguage compares the languages without region and script.
func sameLanguage(a, b string) bool {
	a, _, _ = strings.Cut(Language(a), "-")
	b, _, _ = strings.Cut(b, "-")
	return a != "" && a == b
}

// read reads one regular file within the limits.
func (s *scanner) read(name string) (string, error) {
	f, err := s.fsys.Open(name)
	if err != nil {
		return "", fault.Wrap(fault.Unavailable, err, "The file could not be opened.")
	}
	defer func() { _ = f.Close() }() // only read
	stat, err := f.Stat()
	if err != nil || !stat.Mode().IsRegular() {
		return "", fault.New(fault.Unsupported, "This is not a regular file.")
	}
	data, err := ReadFile(io.LimitReader(f, max(0, s.left)+1), int(min(stat.Size(), MaxFileBytes)))
	s.left -= int64(len(data))
	return data, err
}
