package offline

import (
	"net/url"
	"regexp"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// References as authors write them: "Stalder, Felix. 2016. Kultur der Digitalität. Berlin: Suhrkamp" and
// "Dave Hitz (2008) How to Castrate a Bull".
var (
	familyFirst = regexp.MustCompile(`^((?:\p{Ll}{2,4} )?\p{Lu}[^,.:\d]{1,40}), ([^:\d]{2,90}?)\.? ` +
		`\(?((?:19|20)\d\d)[a-z]?\)?[.:]? [„“"»]?([^.?!„“"»]{3,240})[.?!“"«](.*)`)
	givenFirst = regexp.MustCompile(`(\p{Lu}[\p{L}.'-]+(?: \p{L}[\p{L}.'-]*){1,8}),? \(((?:19|20)\d\d)\)[:,]? [„“"»]?(\p{Lu}.*)`)
	// A full stop behind a single letter is an initial's.
	titleEnds = regexp.MustCompile(`[„“"«»\[\]()]|,? (?:book|Buch)\b|[^\s.]{2}\.`)
	// What stands behind the title of an article: what it is in, a volume, pages, or what it is.
	inJournal = regexp.MustCompile(`^\W*In:? |\b(?:[Vv]ol|[Pp]p)\. ?\d|\b\d+ ?\(\d[\d/]*\)|\d ?[:,;] ?(?:S\. )?\d+ ?[–-] ?\d|` +
		`\b(?:Magazine?|Journal|Zeitschrift|Blogbeitrag|Blogeintrag|Articles?|Artikel)\b|\bReview\b(?: [^P]|[^ ]|$)`)
	beforeAddress = regexp.MustCompile(`(\p{L}+):? https?:`)
)

// referenceIn reads one line of show notes as a reference. The note of an article, or of another work that is no book, has no name.
func referenceIn(line string) (note, bool) {
	if m := beforeAddress.FindStringSubmatch(line); m != nil {
		if kind := extract.FoldWord(m[1]); behindWorks[kind] || kind == "story" {
			return note{}, familyFirst.MatchString(line) || givenFirst.MatchString(line)
		}
	}
	if m := familyFirst.FindStringSubmatch(line); m != nil {
		if inJournal.MatchString(m[5]) {
			return note{}, true
		}
		return reference(m[4], spokenAuthors(m[1]+", "+m[2]))
	}
	if m := givenFirst.FindStringSubmatch(line); m != nil {
		return reference(untilTitleEnds(m[3]), m[1])
	}
	return note{}, false
}

func untilTitleEnds(s string) string {
	switch end := titleEnds.FindStringIndex(s); {
	case end == nil:
		return s
	case s[end[1]-1] == '.':
		return s[:end[1]-1]
	default:
		return s[:end[0]]
	}
}

func reference(title, author string) (note, bool) {
	title = strings.Trim(strings.TrimSpace(title), "*_.,:;„“\"»«")
	title = shortTitle(title)
	if !usableName(title) {
		return note{}, false
	}
	return note{typ: mention.Book, name: title, author: strings.Trim(author, " .,"), signals: []mention.Signal{mention.SignalShowNotes}}, true
}

// betweenAuthors separates the authors of a reference, but for commas, which also stand within their names.
var betweenAuthors = regexp.MustCompile(`\s*;\s*|,?\s+(?:and|und|&)\s+`)

// editors marks who put a book of several authors together: "(Hg.)".
var editors = regexp.MustCompile(`(?i)\s*\((?:hg|hrsg|eds?)\.?\)`)

// spokenAuthors turns the authors of a reference around, as people say them: "Srnicek, Nick; Williams, Alex" are "Nick Srnicek and Alex
// Williams". The family name of the first always stands first, that of others only where it is a single word, or one with a particle.
func spokenAuthors(list string) string {
	list = editors.ReplaceAllString(list, "")
	var names []string
	for i, part := range betweenAuthors.Split(list, -1) {
		words := strings.Split(part, ",")
		for at := 0; at < len(words); at++ {
			name := strings.TrimSpace(words[at])
			if at+1 < len(words) && (i+at == 0 || familyAlone(name)) {
				at++
				name = strings.TrimSpace(words[at]) + " " + name
			}
			if name = strings.Join(strings.Fields(name), " "); name != "" {
				names = append(names, name)
			}
		}
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// familyAlone reports whether a name is a family name: one word, or one behind particles such as "van".
func familyAlone(name string) bool {
	for _, w := range extract.Words(name[:max(0, strings.LastIndex(name, " "))]) {
		if w.Upper {
			return false
		}
	}
	return true
}

// shortTitle leaves the subtitle out of titles too long to be said in full.
func shortTitle(title string) string {
	if len(title) > maxNoteName || len(extract.Words(title)) > extract.MaxPhraseWords {
		title, _, _ = strings.Cut(title, ":")
	}
	return title
}

const minSlugWords = 3 // fewer words of an address prove no title

// titleOfAddress reads a title from the words of a book page's address, for links whose text says nothing:
// ".../books/edition/How_to_Castrate_a_Bull/zpef".
func titleOfAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	best := ""
	for part := range strings.SplitSeq(u.Path, "/") {
		part = strings.TrimSuffix(strings.TrimSuffix(part, ".html"), ".htm")
		var words []string
		for w := range strings.FieldsFuncSeq(part, func(r rune) bool { return r == '-' || r == '_' || r == '+' || r == ' ' }) {
			if w == "by" || w == "von" {
				break
			}
			if allDigits(w) && len(w) > 4 {
				continue
			}
			words = append(words, w)
		}
		if len(words) >= minSlugWords && len(words) <= extract.MaxPhraseWords {
			if name := strings.Join(words, " "); len(name) > len(best) {
				best = name
			}
		}
	}
	return titleCase(best)
}
