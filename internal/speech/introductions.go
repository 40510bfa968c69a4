package speech

import (
	"regexp"
	"strings"

	"github.com/agext/levenshtein"

	"mentionary/internal/transcript"
)

// People are those who may speak in an episode.
type People struct {
	Names []string // of those who take part, as the source tells
	Told  string   // title and description, in which others may be named
}

// NameVoices calls voices by their names where they introduce themselves ("I'm Ann Lee", "ich bin Ann Lee"), and takes all other labels
// out: the directory would take them for people. What was said is the proof, so nobody is named who does not say their name, and no name
// is believed that the source of the episode does not write: speech recognition errs most in names. A voice that says two names keeps none.
func NameVoices(cues []transcript.Cue, people People) {
	names := map[string]string{} // by voice; empty where it said two
	for from := 0; from < len(cues); {
		voice, texts, to := cues[from].Speaker, []string(nil), from
		for ; to < len(cues) && cues[to].Speaker == voice; to++ {
			texts = append(texts, cues[to].Text)
		}
		if isLabel(voice) {
			for _, name := range people.introduced(strings.Join(texts, " ")) {
				if before, ok := names[voice]; ok && before != name {
					name = ""
				}
				names[voice] = name
			}
		}
		from = to
	}
	for i, c := range cues {
		if isLabel(c.Speaker) {
			cues[i].Speaker = names[c.Speaker]
		}
	}
}

// introduction is where somebody says their own name; what follows are at most four words in capitals.
var introduction = regexp.MustCompile(`(?:^|[^\p{L}])(?i:I['’]m|I am|my name is|my name['’]s|ich bin|ich heiße|mein Name ist)` +
	`\s+((?:\p{Lu}[\p{L}'’.-]*)(?:\s+\p{Lu}[\p{L}'’.-]*){0,3})`)

// introduced returns the names of people who introduce themselves in a text, as the source writes them.
func (p People) introduced(text string) []string {
	var names []string
	for _, m := range introduction.FindAllStringSubmatch(text, -1) {
		words := strings.Fields(m[1])
		for n := len(words); n > 0; n-- {
			if name := p.called(strings.Trim(strings.Join(words[:n], " "), ".'’-")); name != "" {
				names = append(names, name)
				break
			}
		}
	}
	return names
}

// alike is how like a written full name must be to one that was heard.
const alike = 0.8

// called returns the name of the one person who is meant by a name that was heard; empty when nobody is, or several may be.
func (p People) called(heard string) string {
	full := strings.Contains(heard, " ")
	var found []string
	for _, name := range p.Names {
		first, _, _ := strings.Cut(name, " ")
		switch {
		case strings.EqualFold(name, heard):
			return name
		case !full && strings.EqualFold(first, heard),
			full && levenshtein.Similarity(strings.ToLower(name), strings.ToLower(heard), nil) >= alike:
			found = append(found, name)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	if len(found) == 0 && full && p.tells(heard) {
		return heard
	}
	return ""
}

// tells reports whether title or description have a name.
func (p People) tells(name string) bool {
	found, err := regexp.MatchString(`(?:^|[^\p{L}])`+regexp.QuoteMeta(name)+`(?:$|[^\p{L}])`, p.Told)
	return found && err == nil
}
