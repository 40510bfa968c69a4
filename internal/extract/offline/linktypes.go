package offline

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// noteLines are the lines of a description, each with the heading it stands under.
type noteLines []noteLine

type noteLine struct{ text, heading string }

// linesOf reads a description. A heading is a line that ends with a colon or holds few words and no stop.
func linesOf(description string) noteLines {
	var lines noteLines
	heading := ""
	for line := range strings.Lines(description) {
		line = strings.Trim(strings.TrimSpace(line), "*•–> \t")
		switch {
		case line == "":
		case strings.HasSuffix(line, ":") && len(line) < 80, strings.HasPrefix(line, "#"):
			heading = line
		default:
			lines = append(lines, noteLine{strings.TrimLeft(line, "- "), heading})
		}
	}
	return lines
}

// around returns what stands before and behind a link's text on its line, and the heading.
func (l noteLines) around(text string) (before, behind, heading string) {
	for _, line := range l {
		if at := strings.Index(line.text, text); at >= 0 {
			return line.text[:at], line.text[at+len(text):], line.heading
		}
	}
	return "", "", ""
}

var (
	bookHeading  = regexp.MustCompile(`(?i)\b(?:books?|reading list|further reading|bücher|buchtipps|lesetipps|literatur|leseliste)\b`)
	authorBehind = regexp.MustCompile(`^[*_"”“]*,?[*_"”“]* (by|von|–|-|—) (\p{Lu}.*)$`)
	commaAuthor  = regexp.MustCompile(`^[*_"”“]*, (\p{Lu}.*)$`)
	slugKind     = regexp.MustCompile(`_\(([^()]{3,40})\)$`)
)

// slugKinds types pages by what an encyclopedia writes in brackets behind an ambiguous title.
var slugKinds = []struct {
	word string
	typ  mention.Type
}{
	{"novel", mention.Book},
	{"book", mention.Book},
	{"buch", mention.Book},
	{"roman", mention.Book},
	{"film", mention.Product},
	{"tv series", mention.Product},
	{"video game", mention.Product},
	{"software", mention.Product},
	{"programming", mention.Product},
	{"operating system", mention.Product},
	{"album", mention.Product},
	{"song", mention.Product},
	{"magazine", mention.Company},
	{"company", mention.Company},
	{"band", mention.Company},
	{"unternehmen", mention.Company},
	{"organization", mention.Company},
	{"author", mention.Person},
	{"writer", mention.Person},
	{"philosopher", mention.Person},
	{"musician", mention.Person},
	{"actor", mention.Person},
	{"actress", mention.Person},
	{"scientist", mention.Person},
	{"politician", mention.Person},
	{"economist", mention.Person},
	{"city", mention.Location},
	{"river", mention.Location},
	{"psychology", mention.Concept},
	{"philosophy", mention.Concept},
	{"economics", mention.Concept},
	{"mathematics", mention.Concept},
	{"physics", mention.Concept},
	{"computer science", mention.Concept},
}

// leadingName reads the person's name a text begins with: two to four capitalized words, initials and particles among them.
func leadingName(s string) string {
	words := extract.Words(s)
	end, capitals := -1, 0
	for i, w := range words {
		if i >= 5 || i > 0 && w.Gap != extract.GapSpace && !(i > 0 && words[i-1].End-words[i-1].Start == 1) {
			break
		}
		if !w.Upper {
			if particles[w.Fold] && i > 0 {
				continue
			}
			break
		}
		if companyEnds[w.Fold] {
			return ""
		}
		capitals++
		end = i
	}
	if capitals < 2 || articles[words[0].Fold] {
		return ""
	}
	return s[words[0].Start:words[end].End]
}

// personal reports whether a name begins like a person's: a known given name or an initial.
func personal(name string, known *gazetteer) bool {
	words := extract.Words(name)
	return len(words) >= 2 && (known.given[words[0].Fold] || words[0].End-words[0].Start == 1 && words[0].Upper)
}

// typeOfLink types an encyclopedia's page by what the creator wrote around its text: an author, a heading, what stands in
// brackets, a subtitle. sure is false when nothing of this speaks; then the talk has to.
func typeOfLink(text, address string, lines noteLines, known *gazetteer) (n note, sure bool) {
	n.name = text
	words := extract.Words(text)
	before, behind, heading := lines.around(text)
	if m := known.names.Find(words, nil); len(m) == 1 && m[0].First == 0 && m[0].Last == len(words)-1 {
		n.typ = known.entries[m[0].Values[0]].typ
		n.author = known.entries[m[0].Values[0]].claims.Author
		return n, true
	}
	if kind := kindInSlug(address); kind != "" {
		n.typ = kind
		return n, true
	}
	if looksLikePerson(text, known) || leadingName(text) == text && len(words) <= 4 && endsWithBy(before) {
		n.typ = mention.Person
		return n, true
	}
	if m := authorBehind.FindStringSubmatch(behind); m != nil {
		if a := leadingName(m[2]); a != "" && (m[1] == "by" || m[1] == "von" || personal(a, known)) {
			n.typ, n.author = mention.Book, a
			return n, true
		}
	}
	if m := commaAuthor.FindStringSubmatch(behind); m != nil {
		if a := leadingName(m[1]); a != "" && personal(a, known) {
			n.typ, n.author = mention.Book, a
			return n, true
		}
	}
	last := words[len(words)-1]
	switch {
	case len(words) > 1 && (conceptHeads[last.Fold] || lawHeads[last.Fold]) && len(words) <= 3:
		n.typ = mention.Concept
	case bookHeading.MatchString(heading):
		n.typ = mention.Book
	case len(words) > 1 && (companyEnds[last.Fold] || strings.Contains(text, "'s ") && shopEnds[last.Fold]):
		n.typ = mention.Company
	case len(words) > 1 && placeEnds[last.Fold] && last.Upper: // a "suspension bridge" is none
		n.typ = mention.Location
	case subtitled(text):
		n.typ = mention.Book
	case startsWithMaker(words, known):
		n.typ = mention.Product
	case lowerName(words):
		n.typ = mention.Concept
	default:
		return n, false
	}
	return n, true
}

var shopEnds = words(`books bookshop bookstore diner deli pizza pizzeria bakery bar pub cafe restaurant market kitchen coffee
	store shop brewery`)

func endsWithBy(before string) bool {
	before = strings.ToLower(strings.TrimSpace(before))
	return strings.HasSuffix(before, " by") || strings.HasSuffix(before, " von") || strings.HasSuffix(before, " with") ||
		strings.HasSuffix(before, " mit")
}

func kindInSlug(address string) mention.Type {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	m := slugKind.FindStringSubmatch(u.Path)
	if m == nil {
		return ""
	}
	inside := strings.ToLower(strings.ReplaceAll(m[1], "_", " "))
	for _, k := range slugKinds {
		if strings.Contains(inside, k.word) {
			return k.typ
		}
	}
	return ""
}

// subtitled reports a title with a subtitle of at least three words: "Title: What It Is About". A remark behind a name begins small, or
// with a dash.
func subtitled(text string) bool {
	title, rest, found := strings.Cut(text, ": ")
	first, _ := utf8.DecodeRuneInString(rest)
	return found && strings.ContainsFunc(title, unicode.IsLetter) && (unicode.IsUpper(first) || unicode.IsDigit(first)) &&
		len(extract.Words(rest)) >= 3
}

// startsWithMaker reports whether a name begins with a company's, like "IBM Model M".
func startsWithMaker(words []extract.Word, known *gazetteer) bool {
	if articles[words[0].Fold] {
		words = words[1:]
	}
	if len(words) < 2 {
		return false
	}
	for _, m := range known.names.Find(words, nil) {
		if m.First == 0 && m.Last < len(words)-1 && words[m.Last+1].Upper && known.entries[m.Values[0]].typ == mention.Company {
			return true
		}
	}
	return false
}

// lowerName reports whether a name of several words is written small after its first, as concepts are.
func lowerName(words []extract.Word) bool {
	start := 1
	if articles[words[0].Fold] {
		start = 2
	}
	if len(words) <= start || len(words) > 5 {
		return false
	}
	for _, w := range words[start:] {
		if w.Upper {
			return false
		}
	}
	return true
}

// hasSmall reports whether a small word stands in a name, as in titles.
func hasSmall(words []extract.Word) bool {
	for _, w := range words {
		if small[w.Fold] {
			return true
		}
	}
	return false
}

// typeInTalk types a published name by the talk around the words where it is said: title case of several words within
// talk about reading is a book; else what typeBeside reads.
func (r *reader) typeInTalk(name string, i, j int) (mention.Type, bool) {
	if t, ok := r.typeBeside(i, j); ok && !r.lower {
		return t, true
	}
	words := extract.Words(name)
	if len(words) >= 3 && capitalized(words) && hasSmall(words) && !lowerName(words) && r.aboutBooks(i) {
		return mention.Book, true
	}
	if toolCues[r.before(i)] {
		return mention.Product, true
	}
	return "", false
}
