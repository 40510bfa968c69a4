package extract

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// nameList is a list of things with their names, packed: memory bounds how many names a directory can have. Things and names are
// counted from 0; the names of a thing follow one another, its own first.
type nameList struct {
	// By thing:
	ids    []int   // of entities
	types  []uint8 // its place in mention.Types
	taught []bool  // nil where none is
	byID   []int32 // things in the order of their ids

	// By name:
	text string   // of all names, one after the other
	ends []uint32 // where in text each ends
	of   []int32  // its thing
	keys []keyed  // in the order of hashes

	lexicon *Lexicon // its values are names
	gone    []uint64 // a bit for each thing that is not to be found any more; nil: all are
	left    int      // how many are
}

// keyed is a name by the hash of its key.
type keyed struct {
	hash uint32
	name int32
}

var keySeed = maphash.MakeSeed()

func keyHash(key string) uint32 { return uint32(maphash.String(keySeed, key)) }

// types of things, by which they are numbered.
var types = mention.Types()

// listBuilder makes a list. Its zero value is ready to use.
type listBuilder struct {
	nameList
	text strings.Builder
}

// add adds a thing, unless it is of a type that only a newer program knows.
func (b *listBuilder) add(k Known) {
	typ := slices.Index(types, k.Type)
	if typ < 0 {
		return
	}
	if b.lexicon == nil {
		b.lexicon = NewLexicon()
	}
	b.ids = append(b.ids, k.EntityID)
	b.types = append(b.types, uint8(typ))
	if k.Taught || b.taught != nil {
		b.taught = append(append(b.taught, make([]bool, len(b.ids)-1-len(b.taught))...), k.Taught)
	}
	named := b.name(k.Name, true)
	for _, alias := range k.Aliases {
		b.name(alias, named)
	}
}

// SpokenForms are the ways in which transcripts have a name: as it is written, and with the word for a sign between its words. So it plays
// no part whether a creator writes "and" or "&".
func SpokenForms(name string) []string {
	if said := strings.ReplaceAll(name, " & ", " and "); said != name {
		return []string{name, said}
	}
	return []string{name}
}

// name adds a name to the last thing and reports whether it has words. Only names of things that have a name are looked for.
func (b *listBuilder) name(name string, find bool) bool {
	key, n := Key(name), int32(len(b.of))
	b.text.WriteString(name)
	b.ends = append(b.ends, uint32(b.text.Len()))
	b.of = append(b.of, int32(len(b.ids)-1))
	b.keys = append(b.keys, keyed{keyHash(key), n})
	if find && key != "" {
		for _, form := range SpokenForms(name) {
			b.lexicon.Add(form, n)
		}
	}
	return key != ""
}

func (b *listBuilder) finish() *nameList {
	l := b.nameList
	l.text, l.left = b.text.String(), len(l.ids)
	l.lexicon.size = int32(len(l.of))
	slices.SortFunc(l.keys, func(a, b keyed) int { return cmp.Compare(a.hash, b.hash) })
	l.byID = make([]int32, len(l.ids))
	for i := range l.byID {
		l.byID[i] = int32(i)
	}
	slices.SortFunc(l.byID, func(a, b int32) int { return cmp.Compare(l.ids[a], l.ids[b]) })
	return &l
}

// join makes one list of what is left of several.
func join(lists ...*nameList) *nameList {
	var b listBuilder
	for _, l := range lists {
		for k := range l.all() {
			b.add(k)
		}
	}
	return b.finish()
}

// without returns the list without some entities. It shares all else.
func (l *nameList) without(ids []int) *nameList {
	out := *l
	for _, id := range ids {
		at, ok := slices.BinarySearchFunc(l.byID, id, func(thing int32, id int) int { return cmp.Compare(l.ids[thing], id) })
		if !ok || out.isGone(l.byID[at]) {
			continue
		}
		if out.left == l.left { // the first: others go on looking into l
			out.gone = slices.Concat(l.gone, make([]uint64, (len(l.ids)+63)/64-len(l.gone)))
		}
		out.gone[l.byID[at]/64] |= 1 << (l.byID[at] % 64)
		out.left--
	}
	return &out
}

func (l *nameList) isGone(thing int32) bool {
	return l.gone != nil && l.gone[thing/64]&(1<<(thing%64)) != 0
}

// visible is the lexicon of what is left.
func (l *nameList) visible() *Lexicon {
	lexicon := *l.lexicon
	if l.gone != nil {
		lexicon.skip = func(name int32) bool { return l.isGone(l.of[name]) }
	}
	return &lexicon
}

// textOf is a name as it is written.
func (l *nameList) textOf(name int32) string {
	begin := uint32(0)
	if name > 0 {
		begin = l.ends[name-1]
	}
	return l.text[begin:l.ends[name]]
}

// own is the first name of a thing: the one it is listed by.
func (l *nameList) own(thing int32) int32 {
	first, _ := slices.BinarySearch(l.of, thing)
	return int32(first)
}

// namesOf are the names of a thing, its own first.
func (l *nameList) namesOf(thing int32) (names []string) {
	for n := l.own(thing); int(n) < len(l.of) && l.of[n] == thing; n++ {
		names = append(names, l.textOf(n))
	}
	return names
}

// under lists what is known by a key, as its name or an alias.
func (l *nameList) under(t mention.Type, key string) iter.Seq[int32] {
	return func(yield func(thing int32) bool) {
		hash := keyHash(key)
		at, _ := slices.BinarySearchFunc(l.keys, hash, func(k keyed, hash uint32) int { return cmp.Compare(k.hash, hash) })
		for ; at < len(l.keys) && l.keys[at].hash == hash; at++ {
			name := l.keys[at].name
			thing := l.of[name]
			if types[l.types[thing]] == t && !l.isGone(thing) && Key(l.textOf(name)) == key && !yield(thing) {
				return
			}
		}
	}
}

// entry unpacks a name for the catalogue pass.
func (l *nameList) entry(name int32) entry {
	thing := l.of[name]
	own := l.own(thing)
	en := entry{
		name: l.textOf(own), spoken: l.textOf(name), alias: name != own, signal: mention.SignalCatalogue, entity: l.ids[thing],
	}
	en.key = groupKey{types[l.types[thing]], Key(en.name)}
	if l.taught != nil && l.taught[thing] {
		en.signal, en.taught = SignalReviewed, true
	}
	return en
}

// all unpacks what is left.
func (l *nameList) all() iter.Seq[Known] {
	return func(yield func(Known) bool) {
		for thing := range int32(len(l.ids)) {
			if l.isGone(thing) {
				continue
			}
			names := l.namesOf(thing)
			k := Known{EntityID: l.ids[thing], Type: types[l.types[thing]], Name: names[0], Taught: l.taught != nil && l.taught[thing]}
			if len(names) > 1 {
				k.Aliases = names[1:]
			}
			if !yield(k) {
				return
			}
		}
	}
}
