package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

type noted struct {
	Show         string `json:"show"`
	Episode      string `json:"episode"`
	Title        string `json:"title"`
	Transcript   string `json:"transcript"`
	Notes        string `json:"notes"`
	Language     string `json:"lang"`
	Participants []struct {
		Name string `json:"name"`
		Role string `json:"role"`
	} `json:"participants"`
	Sponsors []struct {
		Name string `json:"name"`
	} `json:"sponsors_spoken"`
	Mentioned []struct {
		Name    string   `json:"name"`
		Kind    string   `json:"kind"`
		Aliases []string `json:"aliases"`
		Eval    bool     `json:"eval"`
	} `json:"mentioned"`
}

// measureNotes measures recall of what show notes list, with the notes at hand and without, and counts candidates.
func measureNotes(data string, r runner, t *table) error {
	recall := map[string]*score{}
	get := func(k string) *score {
		if recall[k] == nil {
			recall[k] = &score{}
		}
		return recall[k]
	}
	var order []string
	seen := map[string]bool{}
	note := func(k string) *score {
		if !seen[k] {
			seen[k], order = true, append(order, k)
		}
		return get(k)
	}
	for _, show := range []string{"changelog", "oxide", "futurehistories", "lennys", "talkpython", "lexfridman"} {
		episodes, published, all := 0, 0, 0
		err := lines(filepath.Join(data, "gold", show+".jsonl"), func(n noted) error {
			cues, err := cuesOf(filepath.Join(data, n.Transcript))
			if err != nil || len(cues) == 0 {
				return err
			}
			for _, withNotes := range []bool{true, false} {
				about := extract.Context{Language: n.Language, Title: n.Title}
				for _, p := range n.Participants {
					about.People = append(about.People, media.Person{Name: p.Name, Role: p.Role})
				}
				suffix := ", transcript alone"
				if withNotes {
					suffix = ", with notes"
					if n.Notes != "" {
						addNotes(&about, filepath.Join(data, n.Notes))
					}
				}
				result, _, err := r.episode(cues, about)
				if err != nil {
					return err
				}
				found := entities(result.Mentions)
				if withNotes {
					episodes++
					all += len(found)
					for _, f := range found {
						if f.confidence >= extract.Published {
							published++
						}
					}
					if r.details && episodes == 3 {
						for _, f := range found {
							fmt.Printf("entity %s %-9s %.2f %-34s %v\n", n.Episode, f.typ, f.confidence, f.name, f.signals)
						}
					}
				}
				for _, m := range n.Mentioned {
					if !m.Eval || m.Kind == "sponsor" {
						continue
					}
					kind := m.Kind
					hit := hits(found, append([]string{m.Name}, m.Aliases...), kind == "book")
					s := note("notes: " + kind + suffix)
					s.wanted++
					if kind == "book" {
						note("notes: book "+show+"/"+n.Language+suffix).wanted++
					}
					if hit {
						s.hit++
						if kind == "book" {
							note("notes: book "+show+"/"+n.Language+suffix).hit++
						}
					} else if r.details && withNotes && kind == "book" {
						fmt.Printf("missed book %s %s %s %v\n", show, n.Episode, m.Name, m.Aliases)
					}
				}
				for _, sp := range n.Sponsors {
					s := note("sponsors named " + show)
					if !withNotes {
						continue
					}
					s.wanted++
					hit := false
					for _, f := range found {
						hit = hit || f.typ == mention.Sponsor && same(f.name, sp.Name)
					}
					if hit {
						s.hit++
					} else if r.details {
						fmt.Printf("missed sponsor %s %s %s\n", show, n.Episode, sp.Name)
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if episodes > 0 {
			t.row("entities an episode, "+show, fmt.Sprintf("%d found, %d published", all/episodes, published/episodes), "")
		}
	}
	for _, k := range order {
		goal := ""
		if strings.HasPrefix(k, "notes: book,") {
			goal = "R >= 0.80"
		}
		t.row(k, percent(recall[k].hit, recall[k].wanted), goal)
	}
	return nil
}

func hits(found []entity, names []string, book bool) bool {
	for _, f := range found {
		if book && f.typ != mention.Book {
			continue
		}
		for _, n := range names {
			short, _, _ := strings.Cut(n, ":")
			if same(f.name, n) || same(f.name, short) ||
				strings.HasPrefix(extract.Key(n), extract.Key(f.name)+" ") && strings.Contains(f.name, " ") ||
				strings.HasPrefix(extract.Key(f.name), extract.Key(n)+" ") {
				return true
			}
		}
	}
	return false
}

var (
	cueTimes   = regexp.MustCompile(`^[\d:.,]+ --> `)
	speakerTag = regexp.MustCompile(`^(?:\*\*([^*]{1,60}):\*\*|\[([^\]]{1,40})\] \[[\d:]+\]|([A-Z][\w .'-]{1,40}) \([\d:]+\):)\s*`)
	mdLink     = regexp.MustCompile(`\[([^\]]{1,300})\]\((https?://[^)\s]{1,900})\)`)
	wrapped    = regexp.MustCompile(`\n[ \t]+(?:[^-*\s])`)
	frontMatte = regexp.MustCompile(`(?s)\A---\n.*?\n---\n`)
)

// cuesOf reads a transcript: timed captions, or paragraphs with speakers.
func cuesOf(path string) ([]transcript.Cue, error) {
	raw, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	var cues []transcript.Cue
	speaker := ""
	for line := range strings.Lines(frontMatte.ReplaceAllString(string(raw), "")) {
		line = strings.TrimSpace(line)
		if line == "" || line == "WEBVTT" || cueTimes.MatchString(line) || strings.HasPrefix(line, "#") ||
			strings.Trim(line, "0123456789") == "" {
			continue
		}
		if m := speakerTag.FindStringSubmatch(line); m != nil {
			speaker = m[1] + m[2] + m[3]
			line = line[len(m[0]):]
		}
		cues = append(cues, transcript.Cue{Speaker: speaker, Text: line})
	}
	return cues, nil
}

func addNotes(about *extract.Context, path string) {
	raw, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return
	}
	text := frontMatte.ReplaceAllString(string(raw), "")
	text = wrapped.ReplaceAllStringFunc(text, func(s string) string { return " " + strings.TrimSpace(s) })
	for _, m := range mdLink.FindAllStringSubmatch(text, -1) {
		about.Links = append(about.Links, media.Link{URL: m[2], Text: m[1]})
	}
	about.Description = strings.ReplaceAll(mdLink.ReplaceAllString(text, "$1"), "_", "")
}
