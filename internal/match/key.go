package match

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

// maxKey bounds keys in bytes; a longer one ends in a hash of the whole, so that it stays unique.
const maxKey = 160

// articles are dropped from the front of a name when something remains. Places keep the Romance ones, which are part of
// many names ("Los Angeles", "La Paz"); people keep all of them ("Le Corbusier", "El Greco").
var (
	plainArticles   = wordSet("the der die das")
	romanceArticles = wordSet("a an ein eine einen dem den le la les l un une el los las una")
)

// legalForms end company names without being part of them.
var legalForms = wordSet(`inc incorporated corp corporation co company llc llp ltd limited plc gmbh ag kg ohg ug se sa sas sarl
	srl spa bv nv oy ab as aps pty pte kk lp holdings holding group`)

// titles stand before a person's name, degrees after it. "Jr" and "III" are not here: they name another person.
var (
	personTitles = wordSet("dr prof professor mr mrs ms miss sir dame lord lady rev reverend hon herr frau doktor mag monsieur madame " +
		"senor senora")
	personDegrees = wordSet("phd md mba esq dphil msc bsc")
)

// Key returns the normal key of a name: two names with the same key are the same name, written differently. It folds
// case, width, marks and punctuation, drops leading articles (German, English, French, Spanish), company forms and
// personal titles, and joins words, so that "VS Code" and "VSCode" agree; numbers stay apart ("Python 3.11" is
// "python3 11"). It is at most 160 bytes long, and empty only for an empty name.
func Key(t mention.Type, name string) string {
	if name == "" {
		return ""
	}
	return keyOf(coreWords(t, name), name)
}

// keyOf joins the core words of a name to its key, with what stands in for names without words.
func keyOf(core []string, name string) string {
	k := joinWords(core)
	if k == "" { // only punctuation or symbols: "!!!" is a band
		k = strings.Join(strings.Fields(fold(name)), " ")
	}
	if k == "" { // only spaces or invisible characters
		k = hex.EncodeToString([]byte(wording.FirstRunes(name, 20)))
	}
	if len(k) > maxKey {
		sum := sha256.Sum256([]byte(k))
		k = wording.FirstBytes(k, maxKey-17) + "~" + hex.EncodeToString(sum[:8])
	}
	return k
}

// SortKey returns the form by which names are ordered in lists: folded words with single spaces, articles kept, because
// a list is read by what it shows. At most 160 bytes; empty only for an empty name.
func SortKey(name string) string {
	k := strings.Join(words(fold(name)), " ")
	if k == "" {
		k = Key(mention.Concept, name)
	}
	return wording.FirstBytes(k, maxKey)
}

// coreWords are the words of a name without what does not distinguish it.
func coreWords(t mention.Type, name string) []string {
	switch t.Names() {
	case mention.PersonName:
		return trimPerson(words(fold(givenFirst(name))))
	case mention.PlaceName:
		return digits(dropArticle(words(fold(name)), false))
	case mention.FirmName:
		return digits(dropLegalForm(dropArticle(words(fold(name)), true)))
	default:
		return digits(dropArticle(words(fold(name)), true))
	}
}

// numberWords are written both ways; "one" is not here because it is also a pronoun.
var (
	numberWords = map[string]string{
		"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11",
		"twelve": "12",
	}
	romanNumbers = map[string]string{"ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
)

// digits writes number words as digits, and Roman numerals at the end of a name ("World War II").
func digits(ws []string) []string {
	for i, w := range ws {
		if d, ok := numberWords[w]; ok {
			ws[i] = d
		} else if d, ok := romanNumbers[w]; ok && i > 0 && i == len(ws)-1 {
			ws[i] = d
		}
	}
	return ws
}

// givenFirst turns "Knuth, Donald" round. "Tetlow, PhD" and names with more commas are left alone.
func givenFirst(name string) string {
	last, first, found := strings.Cut(name, ",")
	first = strings.TrimSpace(first)
	if !found || first == "" || strings.Contains(first, ",") {
		return name
	}
	if ws := words(fold(first)); len(ws) > 0 && (personDegrees[ws[0]] || generations[ws[0]] != "") {
		return name
	}
	return first + " " + last
}

func trimPerson(ws []string) []string {
	for len(ws) > 1 && personTitles[ws[0]] {
		ws = ws[1:]
	}
	for len(ws) > 1 && personDegrees[ws[len(ws)-1]] {
		ws = ws[:len(ws)-1]
	}
	return ws
}

func dropArticle(ws []string, romance bool) []string {
	if len(ws) > 1 && (plainArticles[ws[0]] || romance && romanceArticles[ws[0]]) {
		return ws[1:]
	}
	return ws
}

func dropLegalForm(ws []string) []string {
	for len(ws) > 1 && legalForms[ws[len(ws)-1]] {
		ws = ws[:len(ws)-1]
	}
	if len(ws) > 1 && ws[len(ws)-1] == "and" { // "Smith & Co" leaves "smith and"
		ws = ws[:len(ws)-1]
	}
	return ws
}

// joinWords concatenates words and keeps a space between two digits.
func joinWords(ws []string) string {
	var b strings.Builder
	var last byte
	for _, w := range ws {
		if b.Len() > 0 && isDigit(last) && isDigit(w[0]) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		last = w[len(w)-1]
	}
	return b.String()
}

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}
