package eval

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// The twelve episodes: a head of "key: value" lines, an empty line, then a paragraph a line, "Speaker: text", with
// "(ad) " before paid reads. A name stands in braces after its type, and before what it means where the words are another
// name of it: {person Le Guin = Ursula K. Le Guin}; further names follow behind a slash. {concept? flexicurity} may be found
// and need not. Lower-case episodes are as speech recognition writes them: nobody's name stands before what they say.
//
//go:embed gold/episodes/*.txt
var ownEpisodes embed.FS

// mark is a place of an episode where something is named.
type mark struct {
	typ        mention.Type
	names      []string // of what is meant, the words themselves last
	start, end int      // of the words, in the paragraph; later in the laid out text
	paragraph  int
	optional   bool // right when it is found, and not missed when it is not
}

// goldEpisode is an episode in which every name is marked.
type goldEpisode struct {
	id, show, title, language string
	participants              []string
	lower                     bool
	paragraphs                []transcript.Cue // untimed
	ads                       []bool           // by paragraph
	marks                     []mark
}

var markPattern = regexp.MustCompile(`\{(\w+)(\??) ([^{}=]+?)(?: = ([^{}]+))?\}`)

// OwnEpisode is one of our twelve episodes without its marks, for tests that need episodes nobody else may hold.
type OwnEpisode struct {
	ID, Show, Title, Language string
	Paragraphs                []transcript.Cue // untimed
}

// OwnEpisodes returns our twelve episodes.
func OwnEpisodes() ([]OwnEpisode, error) {
	gold, err := ownGold()
	out := make([]OwnEpisode, 0, len(gold))
	for _, e := range gold {
		out = append(out, OwnEpisode{ID: e.id, Show: e.show, Title: e.title, Language: e.language, Paragraphs: e.paragraphs})
	}
	return out, err
}

// ownGold reads the twelve episodes.
func ownGold() ([]goldEpisode, error) {
	files, err := fs.Glob(ownEpisodes, "gold/episodes/*.txt")
	if err != nil {
		return nil, err
	}
	var all []goldEpisode
	for _, file := range files {
		raw, err := fs.ReadFile(ownEpisodes, file)
		if err != nil {
			return nil, err
		}
		e, err := parseGold(string(raw))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		e.id = strings.TrimSuffix(path.Base(file), ".txt")
		all = append(all, e)
	}
	return all, nil
}

func parseGold(text string) (goldEpisode, error) {
	var e goldEpisode
	head, body, _ := strings.Cut(text, "\n\n")
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "show":
			e.show = value
		case "title":
			e.title = value
		case "language":
			e.language = value
		case "case":
			e.lower = value == "lower"
		case "host", "guest":
			e.participants = append(e.participants, value)
		default:
			return e, fmt.Errorf("unknown line in the head: %q", line)
		}
	}
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		line, ad := strings.CutPrefix(line, "(ad) ")
		speaker := ""
		if name, rest, ok := strings.Cut(line, ": "); ok && !e.lower {
			speaker, line = name, rest
		}
		plain, marks, err := parseMarks(line, len(e.paragraphs))
		if err != nil {
			return e, err
		}
		e.paragraphs = append(e.paragraphs, transcript.Cue{Speaker: speaker, Text: plain})
		e.ads = append(e.ads, ad)
		e.marks = append(e.marks, marks...)
	}
	return e, nil
}

// parseMarks takes the braces out of a paragraph.
func parseMarks(line string, paragraph int) (plain string, marks []mark, err error) {
	var b strings.Builder
	at := 0
	for _, m := range markPattern.FindAllStringSubmatchIndex(line, -1) {
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return line[m[2*n]:m[2*n+1]]
		}
		typ := mention.Type(group(1))
		if !slices.Contains(mention.Types(), typ) {
			return "", nil, fmt.Errorf("unknown type in %q", group(0))
		}
		b.WriteString(line[at:m[0]])
		found := mark{typ: typ, start: b.Len(), paragraph: paragraph, optional: group(2) == "?"}
		b.WriteString(group(3))
		found.end = b.Len()
		if group(4) != "" {
			found.names = strings.Split(group(4), " / ")
		}
		found.names = append(found.names, group(3))
		marks = append(marks, found)
		at = m[1]
	}
	b.WriteString(line[at:])
	if plain = b.String(); strings.ContainsAny(plain, "{}") {
		return "", nil, fmt.Errorf("a brace that marks nothing in %q", plain)
	}
	return plain, marks, nil
}

// placed returns the marks with their places in the text that an import made of the episode. Only spaces and line ends may
// differ between the two.
func (e goldEpisode) placed(text string) ([]mark, error) {
	squeezed, at := squeeze(text)
	starts := make([][]int, len(e.paragraphs)) // of each letter of a paragraph, in text
	from := 0
	for i, p := range e.paragraphs {
		want, _ := squeeze(p.Text)
		found := strings.Index(squeezed[from:], want)
		if found < 0 {
			return nil, fmt.Errorf("%s: the transcript does not hold the paragraph %q", e.id, p.Text)
		}
		starts[i] = at[from+found : from+found+len(want)]
		from += found + len(want)
	}
	out := slices.Clone(e.marks)
	for i, m := range out {
		before, _ := squeeze(e.paragraphs[m.paragraph].Text[:m.start])
		through, _ := squeeze(e.paragraphs[m.paragraph].Text[:m.end])
		out[i].start = starts[m.paragraph][len(before)]
		out[i].end = starts[m.paragraph][len(through)-1] + 1
	}
	return out, nil
}

// squeeze returns a text without white space, and where each byte of it was.
func squeeze(text string) (string, []int) {
	var b strings.Builder
	var at []int
	for i := range len(text) {
		if text[i] != ' ' && text[i] != '\n' {
			b.WriteByte(text[i])
			at = append(at, i)
		}
	}
	return b.String(), at
}
