package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
	"mentionary/internal/wording"
)

// Bounds of claims.
const (
	maxClaimRunes = 120
	maxClaimWords = 16
)

// guardFacts drops from a proven candidate what cannot be a fact of its kind: markup, addresses, invisible characters,
// codes that nobody can type. What a model claims must also stand in its chunk or in the notes; our own extractors read
// facts off these, or off the built-in lists.
func (e *episode) guardFacts(chunk transcript.Chunk, c *mention.Candidate) {
	if utf8.RuneCountInString(c.Description) > MaxDescription || !isPlain(c.Description) {
		c.Description = ""
	}
	said := func(string) bool { return true }
	named := said
	if slices.Contains(c.Signals, mention.SignalModel) {
		h := e.heardIn(chunk)
		said, named = h.says, h.names
	}
	x := &c.Claims
	keep(&x.Author, func(s string) bool { return isAuthors(s) && named(s) })
	keep(&x.Company, func(s string) bool { return IsName(mention.Company, s) && named(s) })
	keep(&x.Country, func(s string) bool { return IsName(mention.Location, s) && !hasDigit(s) && named(s) })
	keep(&x.Title, func(s string) bool { return isPhrase(s) && said(s) })
	keep(&x.Field, isPhrase)
	keep(&x.Category, isPhrase)
	keep(&x.SponsorType, func(s string) bool { return slices.Contains(sponsorTypes, s) })
	keep(&x.PromoCode, func(s string) bool {
		return promoCode.MatchString(s) && utf8.RuneCountInString(s) <= maxPromoCode && said(s)
	})
	keep(&x.Offer, func(s string) bool { return isPlain(s) && isShort(s) && said(s) })
}

func keep(fact *string, good func(string) bool) {
	if *fact != "" && !good(*fact) {
		*fact = ""
	}
}

// sponsorTypes are the kinds of paid reads.
var sponsorTypes = []string{"host_read", "mid_roll", "pre_roll", "post_roll"}

// promoCode is what people can be asked to type: "SLEEP20", "radio", "Q&A-10".
var promoCode = regexp.MustCompile(`^[\pL\pN][\pL\pN&%._+-]*$`)

const maxPromoCode = 30 // characters; a pattern that counts letters of all scripts takes megabytes

// isAuthors reports whether a text can name the people who wrote a book.
func isAuthors(s string) bool {
	return IsName(mention.Company, s) && strings.ContainsFunc(s, unicode.IsLetter) && !hasDigit(s)
}

// isPhrase reports whether a text can be a job, a field or a category: a few words.
func isPhrase(s string) bool {
	return isPlain(s) && isShort(s) && strings.ContainsFunc(s, unicode.IsLetter) && !holdsSentenceEnd(s)
}

func isShort(s string) bool {
	return utf8.RuneCountInString(s) <= maxClaimRunes && len(Words(s)) <= maxClaimWords
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

// saidWords are the words of a text, for asking what was said there.
type saidWords struct {
	folds    map[string]bool     // numbers in digits
	prefixes map[string][]string // the first bytes of a longer word to the words
	joined   string              // all of them without spaces: codes are spelled
}

const prefixBytes = 5

func newSaidWords(words []Word) saidWords {
	s := saidWords{folds: map[string]bool{}, prefixes: map[string][]string{}}
	var joined strings.Builder
	for _, w := range words {
		n := numeral(w.Fold)
		joined.WriteString(n)
		if !s.folds[n] && len(n) >= prefixBytes {
			s.prefixes[n[:prefixBytes]] = append(s.prefixes[n[:prefixBytes]], n)
		}
		s.folds[n] = true
	}
	s.joined = joined.String()
	return s
}

// word reports whether a word was said, in another form perhaps: "economist", "economists".
func (s saidWords) word(n string) bool {
	if s.folds[n] || len(n) < prefixBytes {
		return s.folds[n]
	}
	return slices.ContainsFunc(s.prefixes[n[:prefixBytes]], func(said string) bool {
		return strings.HasPrefix(said, n) || strings.HasPrefix(n, said)
	})
}

// heard is what supports the claims about a chunk: what is said in it and what the creator wrote about the episode.
type heard struct {
	chunk, notes saidWords
	sounds       map[byte][]string // rarer words of the chunk by their first byte
}

// heardIn returns what supports claims about a chunk. The last chunk's is kept: candidates come chunk by chunk.
func (e *episode) heardIn(chunk transcript.Chunk) *heard {
	if e.heard != nil && e.heardAt == (Span{chunk.Start, chunk.End}) {
		return e.heard
	}
	h := &heard{chunk: newSaidWords(Words(chunk.Text)), sounds: map[byte][]string{}}
	if e.heard != nil {
		h.notes = e.heard.notes
	} else {
		h.notes = newSaidWords(Words(e.notesText() + "\n" + e.participants()))
	}
	for w := range h.chunk.folds {
		if !IsCommon(w) {
			h.sounds[w[0]] = append(h.sounds[w[0]], w)
		}
	}
	e.heard, e.heardAt = h, Span{chunk.Start, chunk.End}
	return h
}

// participants are the names of who takes part, a line each.
func (e *episode) participants() string {
	var b strings.Builder
	for _, p := range e.about.People[:min(len(e.about.People), maxPeople)] {
		b.WriteString(wording.FirstBytes(p.Name, MaxNameRunes) + "\n")
	}
	return b.String()
}

// says reports whether every telling word of a claim was said, or the claim as a whole was spelled ("s l e e p twenty").
func (h *heard) says(claim string) bool {
	var spelled strings.Builder
	telling, missing := 0, false
	for _, w := range Words(claim) {
		n := numeral(w.Fold)
		spelled.WriteString(n)
		if !functionWords[w.Fold] {
			telling++
			missing = missing || !h.chunk.word(n) && !h.notes.word(n)
		}
	}
	if !missing {
		return telling > 0
	}
	code := spelled.String()
	return len(code) >= 4 && (strings.Contains(h.chunk.joined, code) || strings.Contains(h.notes.joined, code))
}

// names reports whether every name in a claim was said: a telling word of it, or its last word by ear ("Brekke" and
// "brecke"). A family name alone, or a company without "Inc.", is enough.
func (h *heard) names(claim string) bool {
	for _, name := range severalNames.Split(claim, -1) {
		if strings.TrimSpace(name) != "" && !h.name(name) {
			return false
		}
	}
	return true
}

var severalNames = regexp.MustCompile(`(?i)\s*(?:,|;|&|\band\b|\bund\b)\s*`)

func (h *heard) name(name string) bool {
	if h.says(name) {
		return true
	}
	words := Words(name)
	for _, w := range words {
		if n := numeral(w.Fold); !IsCommon(w.Fold) && (h.chunk.folds[n] || h.notes.folds[n]) {
			return true
		}
	}
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1].Fold
	return slices.ContainsFunc(h.sounds[last[0]], func(said string) bool { return match.SameName(mention.Company, last, said) })
}

// numerals are the numbers of offers, as they are said and as they are written.
var numerals = map[string]string{
	"zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40",
	"fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "hundred": "100", "zehn": "10",
	"funfzehn": "15", "zwanzig": "20", "dreissig": "30", "funfzig": "50", "hundert": "100",
}

// numeral writes a number that was said in digits; other words stay.
func numeral(fold string) string {
	if n, ok := numerals[fold]; ok {
		return n
	}
	return fold
}
