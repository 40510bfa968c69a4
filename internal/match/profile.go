package match

import (
	"strings"
	"unicode/utf8"

	"mentionary/internal/mention"
)

// maxWords bounds the words of a name that are compared.
const maxWords = 24

// Profile is a subject prepared for comparing. Preparing costs more than comparing: prepare once, compare often. A
// profile is not changed after Prepare and may be shared.
type Profile struct {
	subject Subject
	form    mention.NameForm // of the subject's type
	key     string
	words   []word
	weight  float64 // of all words
	heard   string  // the whole name respelled by sound
	head    string  // key of the part before a subtitle, the key itself when there is none
	tail    string  // key of the subtitle
	initial string  // first letters of the words, for acronyms
	numbers []string
	listing listing // of a product
	person  personName
	authors []personName
	company string // key of the company
	country string
}

// word is one word of a name with what it is worth in comparing.
type word struct {
	text   string
	heard  string
	weight float64
	digit  bool // has one
	tells  bool // of a product's name: says which product it is
}

// commonWords say little about which thing is meant.
var (
	functionWords = wordSet("the of and a an for in on to at by with from is it or as der die das und von fur im am zum zur le la les de " +
		"du des et el los y ein eine our my your")
	genericWords = wordSet(`official website site web homepage home page wiki wikipedia github gitlab repo repository blog podcast show youtube
		channel app application software tool library framework package plugin extension programming language project version edition com
		www io dev org net ai co fm js html pdf docs documentation book paper article video film movie album series system systems platform
		service services online free open source new`)
)

// wordWeight is high for words that tell things apart (model numbers, long words) and low for those that do not.
func wordWeight(w string) float64 {
	switch {
	case functionWords[w]:
		return 0.15
	case genericWords[w]:
		return 0.35
	case hasDigit(w) && len(w) >= 4:
		return 2
	case hasDigit(w):
		return 1
	case len(w) == 1:
		return 0.4
	default:
		return min(1.5, 0.5+float64(utf8.RuneCountInString(w))/8)
	}
}

// saidAside is the weight of words that do not say which product it is.
const saidAside = 0.35

// Prepare reads a subject for comparing.
func Prepare(s Subject) *Profile {
	ws := coreWords(s.Type, s.Name)
	p := &Profile{subject: s, form: s.Type.Names(), key: keyOf(ws, s.Name)}
	if len(ws) > maxWords {
		ws = ws[:maxWords]
	}
	var heard, initials strings.Builder
	for _, w := range ws {
		x := word{text: w, heard: spoken(w), weight: wordWeight(w), digit: hasDigit(w)}
		p.words = append(p.words, x)
		p.weight += x.weight
		heard.WriteString(x.heard)
		if !functionWords[w] {
			r, _ := utf8.DecodeRuneInString(w)
			initials.WriteRune(r)
		}
		if hasDigit(w) {
			p.numbers = append(p.numbers, w)
		}
	}
	p.heard, p.initial = heard.String(), initials.String()
	if s.Company != "" {
		p.company = Key(mention.Company, s.Company)
	}
	if p.form == mention.PersonName {
		p.person = parsePerson(ws)
	}
	if p.form == mention.ProductName && len(ws) > 0 {
		p.listing = readListing(fold(s.Name), ws)
		p.weighAside()
	}
	p.head = p.key
	if head, tail := splitTitle(s.Name, p.form); tail != "" && p.form != mention.PersonName {
		p.head, p.tail = Key(s.Type, head), Key(s.Type, tail)
	}
	if s.Author != "" {
		p.authors = parseAuthors(s.Author)
	}
	if s.Country != "" {
		p.country = countryKey(s.Country)
	}
	return p
}

// weighAside finds the words that say which product it is, and has all others weigh little: how it is sold, its color, who makes it.
func (p *Profile) weighAside() {
	for i := range p.words {
		w := &p.words[i]
		w.tells = tells(w.text)
		maker := len(w.text) > 2 && strings.Contains(p.company, w.text)
		if (maker || !w.tells && !hasDigit(w.text)) && w.weight > saidAside {
			p.weight += saidAside - w.weight
			w.weight = saidAside
		}
	}
}

// titleBreaks separate a title from its subtitle, a name from its explanation.
var titleBreaks = []string{": ", " - ", " – ", " — ", " | ", " • ", " · ", " (", " ["}

// wordsBeforeComma is how many words of a work's title a comma leaves whole: "Fall in Love with the Problem, Not the Solution", but
// "Guns, Germs, and Steel". Where people say titles, their subtitles have no other mark.
const wordsBeforeComma = 5

// splitTitle cuts a name before its subtitle. tail is empty when there is none.
func splitTitle(name string, form mention.NameForm) (head, tail string) {
	at, width := -1, 0
	for _, sep := range titleBreaks {
		if i := strings.Index(name, sep); i > 0 && (at < 0 || i < at) {
			at, width = i, len(sep)
		}
	}
	if i := strings.Index(name, ", "); form == mention.WorkTitle && i > 0 && (at < 0 || i < at) &&
		len(strings.Fields(name[:i])) >= wordsBeforeComma {
		at, width = i, len(", ")
	}
	if at < 0 || len(words(fold(name[:at]))) == 0 {
		return name, ""
	}
	return name[:at], strings.TrimSpace(name[at+width:])
}

// countryNames unites the common names of countries that are often written in several ways.
var countryNames = map[string]string{
	"us": "usa", "unitedstates": "usa", "unitedstatesofamerica": "usa", "america": "usa", "uk": "gb", "unitedkingdom": "gb",
	"greatbritain": "gb",
	"england":      "gb", "scotland": "gb", "wales": "gb", "deutschland": "germany", "holland": "netherlands", "prc": "china",
	"peoplesrepublicofchina": "china",
	"republicofkorea":        "southkorea", "korea": "southkorea", "russianfederation": "russia", "czechia": "czechrepublic",
	"osterreich": "austria",
	"schweiz":    "switzerland", "espana": "spain", "uae": "unitedarabemirates",
}

func countryKey(s string) string {
	k := Key(mention.Location, s)
	if same, ok := countryNames[k]; ok {
		return same
	}
	return k
}
