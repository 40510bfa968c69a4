package match

import (
	"sort"
	"unicode/utf8"

	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

// Blocks are bounded, so that an index of them stays small.
const (
	MaxBlocks   = 8
	maxBlockLen = 40 // bytes
)

// Blocks returns the blocking keys of a name: two names that may be the same share at least one. Each starts with the
// letter of its sort: w (a telling word), s (a word by sound), p (prefix of the key), a (first letters), e (both ends of a
// short name), g (the rarest-looking trigram). They are deterministic, ordered, unique, at most 8 of at most 40 bytes.
func Blocks(t mention.Type, name string) []string {
	if name == "" {
		return nil
	}
	p := Prepare(Subject{Type: t, Name: name})
	var out []string
	add := func(sort, value string) {
		if value == "" || len(out) == MaxBlocks {
			return
		}
		block := sort + value
		for len(block) > maxBlockLen {
			_, size := utf8.DecodeLastRuneInString(block)
			block = block[:len(block)-size]
		}
		for _, b := range out {
			if b == block {
				return
			}
		}
		out = append(out, block)
	}
	add("p", wording.FirstRunes(p.key, 5))
	if t.Names() == mention.PersonName {
		personBlocks(add, p)
	} else {
		nameBlocks(add, p)
	}
	add("g", rareTrigram(p.key))
	return out
}

// personBlocks finds people by surname in writing and by sound, and by given name with the surname's first sound.
func personBlocks(add func(sort, value string), p *Profile) {
	n := p.person
	add("w", n.surname)
	add("s", code(n.surname))
	if n.given != "" {
		add("s", code(n.given)+first(code(n.surname)))
		add("s", code(n.rest))
		if !commonGiven[n.given] {
			add("w", n.given)
		}
	}
	if len(n.middle) > 0 {
		add("s", code(n.middle[len(n.middle)-1]))
	}
}

// nameBlocks finds things by their most telling words in writing and by sound, short names as a whole by sound, long
// ones by acronym.
func nameBlocks(add func(sort, value string), p *Profile) {
	telling := make([]word, len(p.words))
	for i, w := range p.words {
		w.weight = wordWeight(w.text) // of any name: what a product is sold as may be all there is to find it by
		telling[i] = w
	}
	sort.SliceStable(telling, func(i, j int) bool { return telling[i].weight > telling[j].weight })
	for i, w := range telling[:min(len(telling), 3)] {
		add("w", w.text)
		if i < 2 {
			add("s", code(w.text))
		}
	}
	if len(p.words) <= 2 {
		add("s", code(p.key))
	}
	switch {
	case len(p.words) > 2:
		add("a", p.initial)
	case len(p.words) == 1 && len(p.key) <= 5:
		add("a", p.key)
		add("e", ends(p.key))
	}
}

// ends are the first and the last letter: short names are misheard in the middle ("Eppo", "Eco").
func ends(key string) string {
	last, _ := utf8.DecodeLastRuneInString(key)
	return first(key) + string(last)
}

func first(s string) string { return wording.FirstRunes(s, 1) }

// letterRank orders letters by how common they are in names; unknown ones are the rarest.
const letterRank = "eaironstlcdmuhpgbykfwvzjxq"

// rareTrigram is the trigram of the key that is likely to be the rarest, the first of equals.
func rareTrigram(key string) string {
	runes := []rune(key)
	best, at := -1, 0
	for i := 0; i+3 <= len(runes); i++ {
		sum := 0
		for _, r := range runes[i : i+3] {
			sum += rarity(r)
		}
		if sum > best {
			best, at = sum, i
		}
	}
	if best < 0 {
		return ""
	}
	return string(runes[at : at+3])
}

func rarity(r rune) int {
	for i := range len(letterRank) {
		if rune(letterRank[i]) == r {
			return i
		}
	}
	return len(letterRank)
}
