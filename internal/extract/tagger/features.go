package tagger

import (
	"mentionary/internal/extract"
)

// Lists is what the built-in lists know, for features.
type Lists interface {
	// Given reports whether a folded word is a given name.
	Given(fold string) bool
	// Marks says for every word of a sentence whether it begins (1 + a kind) or continues (1 + Kinds + a kind) a
	// well-known name of some kind; 0 for neither. It appends to into.
	Marks(words []extract.Word, into []uint8) []uint8
}

// MaxSentence is how many words are read at once: longer sentences are read in parts.
const MaxSentence = 80

// featuresPerWord is how many features a word has; every word has all of them.
const featuresPerWord = 31

// shape is a word's outline: what its letters look like, whether it is an everyday word or a given name.
type shape struct {
	form   uint32 // capitals, small letters and digits, runs folded
	given  bool
	common bool
}

// reading holds what features of a sentence are made of; it is reused.
type reading struct {
	words  []extract.Word
	folds  []uint32
	shapes []shape
	marks  []uint8
}

// Hashes of what stands before the first and behind the last word of a sentence.
const outside = 0x9e3779b9

func hashString(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// mix joins the number of a template with what it saw. Two features share a hash hardly ever, and then share weights.
func mix(template, a, b uint32) uint32 {
	h := template*0x85ebca6b ^ a
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= b*0xc2b2ae35 + h<<6
	h ^= h >> 13
	h *= 0x297a2d39
	h ^= h >> 16
	return h
}

func (r *reading) read(words []extract.Word, text string, lists Lists) {
	r.words = words
	r.folds, r.shapes = r.folds[:0], r.shapes[:0]
	for _, w := range words {
		r.folds = append(r.folds, hashString(w.Fold))
		r.shapes = append(r.shapes, shape{
			form: formOf(text[w.Start:w.End]), given: lists.Given(w.Fold), common: extract.IsCommon(w.Fold),
		})
	}
	r.marks = lists.Marks(words, r.marks[:0])
}

// formOf returns the hash of a word's outline: "Xx" for "Paris", "xX" for "iPhone", "X9" for "A380".
func formOf(s string) uint32 {
	h, last := uint32(2166136261), byte(0)
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= 0x80:
			c = 'x'
		case c >= 'A' && c <= 'Z':
			c = 'X'
		case c >= '0' && c <= '9':
			c = '9'
		}
		if c != last {
			h = (h ^ uint32(c)) * 16777619
			last = c
		}
	}
	return h
}

func (r *reading) fold(i int) uint32 {
	if i < 0 || i >= len(r.folds) {
		return outside
	}
	return r.folds[i]
}

func (r *reading) form(i int) uint32 {
	if i < 0 || i >= len(r.shapes) {
		return outside
	}
	return r.shapes[i].form
}

func (r *reading) mark(i int) uint32 {
	if i < 0 || i >= len(r.marks) {
		return outside
	}
	return uint32(r.marks[i])
}

// traits packs what is yes or no about a word.
func (r *reading) traits(i int) uint32 {
	if i < 0 || i >= len(r.shapes) {
		return outside
	}
	w, s := r.words[i], r.shapes[i]
	var t uint32
	for n, yes := range []bool{w.Upper, w.AllCaps, s.given, s.common, i == 0} {
		if yes {
			t |= 1 << n
		}
	}
	return t
}

// gaps says what stands before and behind a word.
func (r *reading) gaps(i int) uint32 {
	behind := extract.GapSentence
	if i+1 < len(r.words) {
		behind = r.words[i+1].Gap
	}
	return joint(r.words[i].Gap)<<4 | joint(behind)
}

// joint returns a gap as the weights know it: 0 for none, 1 for a mark within a sentence, 2 for a sentence's end.
func joint(g extract.Gap) uint32 {
	switch g {
	case extract.GapSpace:
		return 0
	case extract.GapSentence:
		return 2
	}
	return 1
}

// features returns the hashes of everything that is seen at word i.
func (r *reading) features(i int) [featuresPerWord]uint32 {
	f := r.words[i].Fold
	form, first := r.form(i), uint32(0)
	if i == 0 {
		first = 1
	}
	w, before, after := r.fold(i), r.fold(i-1), r.fold(i+1)
	return [featuresPerWord]uint32{
		mix(1, w, 0),
		mix(2, form, first),
		mix(3, hashString(f[:min(3, len(f))]), 0),
		mix(4, hashString(f[max(0, len(f)-2):]), 0),
		mix(5, hashString(f[max(0, len(f)-3):]), 0),
		mix(6, hashString(f[max(0, len(f)-4):]), 0),
		mix(7, r.traits(i), 0),
		mix(8, r.mark(i), 0),
		mix(9, r.mark(i-1), 0),
		mix(10, r.mark(i+1), 0),
		mix(11, before, 0),
		mix(12, after, 0),
		mix(13, r.fold(i-2), 0),
		mix(14, r.fold(i+2), 0),
		mix(15, before, form),
		mix(16, after, form),
		mix(17, r.form(i-1), form),
		mix(18, r.form(i+1), form),
		mix(19, r.traits(i-1), r.traits(i)),
		mix(20, r.traits(i+1), r.traits(i)),
		mix(21, r.gaps(i), form),
		mix(22, w, before),
		mix(23, w, after),
		mix(24, r.mark(i), form),
		mix(25, r.form(i+1)*31+r.form(i-1), form),
		mix(26, r.fold(i-2)*31+before, first),
		mix(27, after*31+r.fold(i+2), 0),
		mix(28, w, form),
		mix(29, before, after),
		mix(30, r.traits(i-2)*31+r.traits(i-1), r.traits(i)),
		mix(31, r.traits(i+2)*31+r.traits(i+1), r.traits(i)),
	}
}

// Features returns the hashes of the features of every word of a sentence, for training.
func Features(text string, words []extract.Word, lists Lists) [][]uint32 {
	var r reading
	r.read(words, text, lists)
	all := make([][]uint32, len(words))
	for i := range words {
		f := r.features(i)
		all[i] = f[:]
	}
	return all
}
