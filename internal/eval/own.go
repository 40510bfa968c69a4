package eval

import (
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

const ownPart = "Our twelve episodes, as published"

// ownSet is our twelve episodes as an archive with captions.
func ownSet(gold []goldEpisode) []staged {
	var out []staged
	for _, e := range gold {
		out = append(out, staged{
			Show: e.show, Title: e.title, Language: e.language, Name: e.id + ".vtt", File: captions(e.paragraphs, e.lower),
		})
	}
	return out
}

// ownScores are the scores of one or more episodes.
type ownScores struct {
	places map[mention.Type]*score // mentions: type and very words
	names  map[mention.Type]*score // distinct names in an episode: type and name
	loose  score                   // distinct names, any type, more than half of the words; unpublished ones too
	bands  bands
}

func newOwnScores() *ownScores {
	s := &ownScores{places: map[mention.Type]*score{}, names: map[mention.Type]*score{}, bands: bands{}}
	for _, t := range mention.Types() {
		s.places[t], s.names[t] = &score{}, &score{}
	}
	return s
}

// judgeOwn compares what was made of an episode with its marks. tell is told of everything missed and wrong.
func (s *ownScores) judgeOwn(e goldEpisode, text string, mentions []said, tell func(format string, args ...any)) error {
	marks, err := e.placed(text)
	if err != nil {
		return err
	}
	mentions = slices.DeleteFunc(slices.Clone(mentions), func(m said) bool { return e.neutral(m, marks) })
	s.judgePlaces(e, marks, mentions, tell)
	s.judgeNames(e, marks, mentions, tell)
	return nil
}

// neutral reports whether a mention is neither right nor wrong: who speaks in the episode, named there, and further places
// of a sponsor in its own paid read, such as the address to go to.
func (e goldEpisode) neutral(m said, marks []mark) bool {
	if m.typ == mention.Person && slices.ContainsFunc(e.participants, func(p string) bool { return holds(p, m.name) }) {
		return true
	}
	return m.typ == mention.Sponsor && !slices.ContainsFunc(marks, func(k mark) bool { return k.at(m) }) &&
		slices.ContainsFunc(marks, func(k mark) bool { return k.typ == mention.Sponsor && k.means(m.name) })
}

// at reports whether a mention stands at the very words of a mark, but for an article before them.
func (k mark) at(m said) bool {
	return k.end == m.end && (k.start == m.start || sameKey(k.words(), m.surface))
}

// words are those that the mark stands around.
func (k mark) words() string { return k.names[len(k.names)-1] }

// means reports whether a name is one of a mark's, or a fuller form of one: "Sequoia Capital" where Sequoia is said.
func (k mark) means(name string) bool {
	return slices.ContainsFunc(k.names, func(n string) bool { return holds(name, n) })
}

// holds reports whether a name has all words of another.
func holds(name, other string) bool {
	words := strings.Fields(extract.Key(name))
	for w := range strings.FieldsSeq(extract.Key(other)) {
		if !slices.Contains(words, w) {
			return false
		}
	}
	return true
}

func (s *ownScores) judgePlaces(e goldEpisode, marks []mark, mentions []said, tell func(string, ...any)) {
	hit := make([]bool, len(marks))
	for _, m := range mentions {
		i := slices.IndexFunc(marks, func(k mark) bool { return k.at(m) && k.typ == m.typ })
		s.bands.add(m.typ, m.signals, m.confidence, i >= 0)
		if !m.published() {
			continue
		}
		if i >= 0 {
			hit[i] = true
		} else {
			tell("wrong  %s %s %q (%s) %.2f %v", e.id, m.typ, m.surface, m.name, m.confidence, m.signals)
		}
		s.places[m.typ].find(i >= 0)
	}
	for i, k := range marks {
		if !k.optional {
			s.places[k.typ].want(hit[i])
		}
		if !k.optional && !hit[i] {
			tell("missed %s %s %q", e.id, k.typ, k.names[0])
		}
	}
}

// judgeNames scores the distinct names of an episode. A name is right when a mark of its type means it.
func (s *ownScores) judgeNames(e goldEpisode, marks []mark, mentions []said, tell func(string, ...any)) {
	placed := map[string]bool{}
	for _, m := range mentions {
		for _, k := range marks {
			if k.typ == m.typ && k.at(m) && m.published() {
				placed[k.id()] = true
			}
		}
	}
	all := found(mentions)
	for _, f := range all {
		if f.confidence < extract.Published {
			continue
		}
		right := slices.ContainsFunc(marks, func(k mark) bool { return k.typ == f.typ && k.means(f.name) })
		s.names[f.typ].find(right)
		if !right {
			tell("name   %s %s %q", e.id, f.typ, f.name)
		}
	}
	asked := map[string]bool{}
	for _, k := range marks {
		if asked[k.id()] || k.optional {
			continue
		}
		asked[k.id()] = true
		s.names[k.typ].want(placed[k.id()])
		s.loose.want(slices.ContainsFunc(all, func(f entity) bool { return k.like(f.name) }))
	}
	for _, f := range all {
		s.loose.find(slices.ContainsFunc(marks, func(k mark) bool { return k.like(f.name) }))
	}
}

// id is what a mark means, under its type.
func (k mark) id() string { return string(k.typ) + extract.Key(k.names[0]) }

// like is the loose measure of a name.
func (k mark) like(name string) bool {
	return slices.ContainsFunc(k.names, func(n string) bool { return same(name, n) })
}

// report adds the figures.
func (s *ownScores) report(r *Report) {
	var places, names score
	for _, t := range mention.Types() {
		r.score(ownPart, string(t)+", type and very words", *s.places[t], "")
		r.score(ownPart, string(t)+", distinct names", *s.names[t], "")
		places.add(*s.places[t])
		names.add(*s.names[t])
	}
	r.score(ownPart, "all, type and very words", places, "")
	r.score(ownPart, "all, distinct names", names, "")
	r.score(ownPart, "all, loose: any type, half of the words, unpublished too", s.loose, "")
}
