package eval

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

const notesPart = "What show notes list, found without them"

// noted is an episode with what its show notes list.
type noted struct {
	Show       string `json:"show"`
	Episode    string `json:"episode"`
	Title      string `json:"title"`
	Transcript string `json:"transcript"`
	Notes      string `json:"notes"`
	Language   string `json:"lang"`
	Sponsors   []struct {
		Name string `json:"name"`
	} `json:"sponsors_spoken"`
	Mentioned []struct {
		Name    string   `json:"name"`
		Kind    string   `json:"kind"`
		Aliases []string `json:"aliases"`
		Eval    bool     `json:"eval"`
	} `json:"mentioned"`
}

var notedShows = []string{"changelog", "oxide", "futurehistories", "lennys", "talkpython", "lexfridman"}

// notedEpisode is an episode with its transcript file.
type notedEpisode struct {
	noted
	file  []byte
	notes string // as a description, for the archive set
}

// notedEpisodes reads the episodes whose transcript is there.
func notedEpisodes(data string) ([]notedEpisode, error) {
	var out []notedEpisode
	for _, show := range notedShows {
		var list []noted
		if err := jsonLines(filepath.Join(data, "gold", show+".jsonl"), func(n noted) { list = append(list, n) }); err != nil {
			return nil, err
		}
		for _, n := range list {
			file, err := os.ReadFile(filepath.Join(filepath.Clean(data), n.Transcript))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			notes := ""
			if n.Notes != "" {
				raw, err := os.ReadFile(filepath.Join(filepath.Clean(data), n.Notes))
				if err != nil {
					return nil, err
				}
				notes = description(string(raw))
			}
			out = append(out, notedEpisode{n, file, notes})
		}
	}
	return out, nil
}

// staged is the episode with or without its notes.
func (n notedEpisode) staged(withNotes bool) staged {
	s := staged{Show: n.Show, Title: n.Title, Language: n.Language, Name: filepath.Base(n.Transcript), File: n.file}
	if s.Title == "" {
		s.Title = n.Episode
	}
	if withNotes {
		s.Description = n.notes
	}
	return s
}

var (
	mdLink  = regexp.MustCompile(`\[([^\]]{1,300})\]\((https?://[^)\s]{1,900})\)`)
	wrapped = regexp.MustCompile(`\n[ \t]+(?:[^-*\s])`)
	// Addresses keep their underscores.
	emphasisStart = regexp.MustCompile(`(?m)(^|[\s("'*>\[])_`)
	emphasisEnd   = regexp.MustCompile(`(?m)_($|[\s)"'.,;:!?*<\]])`)
	frontMatter   = regexp.MustCompile(`(?s)\A---\n.*?\n---\n`)
)

// description turns notes in Markdown to a description as video sites have them: addresses written out behind their text.
func description(notes string) string {
	text := frontMatter.ReplaceAllString(notes, "")
	text = wrapped.ReplaceAllStringFunc(text, func(s string) string { return " " + strings.TrimSpace(s) })
	text = mdLink.ReplaceAllString(text, "$1: $2")
	return emphasisEnd.ReplaceAllString(emphasisStart.ReplaceAllString(text, "$1"), "$1")
}

// judgeNotes scores recall of an episode's notes and of the sponsors that were heard in it. Lists are not exhaustive, so there
// is no precision.
func judgeNotes(n noted, mentions []said, s *scores, tell func(string, ...any)) {
	all := found(mentions)
	for _, m := range n.Mentioned {
		if !m.Eval || m.Kind == "sponsor" {
			continue
		}
		names := append([]string{m.Name}, m.Aliases...)
		is := func(f entity) bool { return m.Kind != "book" || f.typ == mention.Book }
		hit := hits(all, names, func(f entity) bool { return is(f) && f.confidence >= extract.Published })
		s.of(m.Kind + ", published").want(hit)
		s.of(m.Kind + ", all found").want(hits(all, names, is))
		if m.Kind == "book" {
			s.of("book, published, " + n.Show + " in " + n.Language).want(hit)
			if !hit {
				tell("missed book of the notes %s %s %q", n.Show, n.Episode, m.Name)
			}
		}
	}
	for _, sp := range n.Sponsors {
		hit := hits(all, []string{sp.Name}, func(f entity) bool { return f.typ == mention.Sponsor && f.confidence >= extract.Published })
		s.of("sponsor, published, " + n.Show).want(hit)
		if !hit {
			tell("missed sponsor %s %s %q", n.Show, n.Episode, sp.Name)
		}
	}
}

// hits reports whether one of the names was found, as a whole, without its subtitle, or as the beginning of a longer title.
func hits(all []entity, names []string, is func(entity) bool) bool {
	for _, f := range all {
		if !is(f) {
			continue
		}
		for _, n := range names {
			short, _, _ := strings.Cut(n, ":")
			if same(f.name, n) || same(f.name, short) ||
				strings.HasPrefix(extract.Key(n), extract.Key(f.name)+" ") && strings.Contains(f.name, " ") ||
				strings.HasPrefix(extract.Key(f.name), extract.Key(n)+" ") ||
				slices.ContainsFunc(f.surfaces, func(said string) bool { return same(said, n) || same(said, short) }) { // a translation
				return true
			}
		}
	}
	return false
}

func reportNotes(r *Report, s *scores) {
	for _, name := range s.order {
		goal := ""
		if name == "book, published" {
			goal = ">= 0.80"
		}
		r.share(notesPart, name+": recall", s.of(name).hit, s.of(name).wanted, goal)
	}
}
