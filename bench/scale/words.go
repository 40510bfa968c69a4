package main

import (
	"math"
	"math/rand/v2"
	"strings"

	"mentionary/internal/mention"
)

// The words that names are made of: a few real ones, which are common in names, then made-up ones.
const (
	commonWords = `history science art world life story great power time human book light deep big new old secret mind house good
		american modern money music nature water first last little long love man market game work war city river health green
		blue black white north south project system theory practice guide future design digital social personal public`
	givenNames = `James Mary John Patricia Robert Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph Jessica
		Thomas Sarah Charles Karen Christopher Nancy Daniel Lisa Matthew Betty Anthony Margaret Mark Sandra Donald Ashley Steven`
	surnames = `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
		Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen`
)

// namer makes names.
type namer struct {
	r                    *rand.Rand
	vocab, given, family []string
}

func newNamer(r *rand.Rand) *namer {
	n := &namer{r: r, vocab: strings.Fields(commonWords), given: strings.Fields(givenNames), family: strings.Fields(surnames)}
	for len(n.vocab) < 80_000 {
		n.vocab = append(n.vocab, n.made(5, 9))
	}
	for len(n.given) < 2_500 {
		n.given = append(n.given, capital(n.made(4, 8)))
	}
	for len(n.family) < 60_000 {
		n.family = append(n.family, capital(n.made(5, 10)))
	}
	return n
}

// made makes a word of so many letters.
func (n *namer) made(least, most int) string {
	const vowels, consonants = "aeiou", "bcdfghklmnprstvwz"
	w := make([]byte, 0, most)
	for i := range least + n.r.IntN(most-least+1) {
		if i%2 == 0 {
			w = append(w, consonants[n.r.IntN(len(consonants))])
		} else {
			w = append(w, vowels[n.r.IntN(len(vowels))])
		}
	}
	return string(w)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// skew picks an index below n, low ones more often the larger the power.
func skew(r *rand.Rand, n int, power float64) int {
	return int(float64(n) * math.Pow(r.Float64(), power))
}

func (n *namer) word() string { return n.vocab[skew(n.r, len(n.vocab), 1.8)] }

func (n *namer) person() string {
	return n.given[skew(n.r, len(n.given), 2)] + " " + n.family[skew(n.r, len(n.family), 1.6)]
}

// name makes a name of a type.
func (n *namer) name(t mention.Type) string {
	switch t {
	case mention.Person:
		return n.person()
	case mention.Book:
		words := make([]string, 2+n.r.IntN(4))
		for i := range words {
			words[i] = capital(n.word())
		}
		if n.r.IntN(3) == 0 {
			words[0] = "The"
		}
		return strings.Join(words, " ")
	case mention.Company, mention.Sponsor:
		s := capital(n.word())
		if n.r.IntN(2) == 0 {
			s += " " + capital(n.word())
		} else {
			s += n.made(3, 5)
		}
		return s + n.oneOf("", "", "", " Inc", " GmbH", " Labs", " Media")
	case mention.Location:
		return capital(n.made(5, 10)) + n.oneOf("", "", " City", " Bay", "berg", "ton")
	case mention.Concept:
		return n.word() + " " + n.word()
	default:
		return capital(n.word()) + " " + capital(n.word()) + n.oneOf("", " Pro", " 2", " X")
	}
}

func (n *namer) oneOf(of ...string) string { return of[n.r.IntN(len(of))] }

// kind picks a type as often as episodes name it.
func (n *namer) kind() mention.Type {
	x := n.r.Float64()
	for _, k := range []struct {
		t     mention.Type
		until float64
	}{
		{mention.Book, .2}, {mention.Product, .35}, {mention.Person, .65}, {mention.Company, .8}, {mention.Location, .87}, {mention.Concept, .97},
	} {
		if x < k.until {
			return k.t
		}
	}
	return mention.Sponsor
}
