package wellknown

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// index finds the lines of a list by type and key. The lines stay where they lie, and only their places are kept.
type index struct {
	list   string
	places []place // by hash, what stands later in the list first
}

// place is where a line begins.
type place struct{ hash, at uint32 }

func indexOf(list string) *index {
	x := &index{list: list}
	at := 0
	for line := range strings.Lines(list) {
		if !strings.HasPrefix(line, "#") {
			t, name, _ := split(line)
			x.places = append(x.places, place{hashOf(t, match.Key(t, name)), uint32(at)})
		}
		at += len(line)
	}
	slices.SortFunc(x.places, func(a, b place) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(b.at, a.at)) })
	return x
}

// find returns the name and the value of the last line with a type and a key.
func (x *index) find(t mention.Type, key string) (name, value string, ok bool) {
	hash := hashOf(t, key)
	i, _ := slices.BinarySearchFunc(x.places, hash, func(p place, hash uint32) int { return cmp.Compare(p.hash, hash) })
	for ; i < len(x.places) && x.places[i].hash == hash; i++ {
		line, _, _ := strings.Cut(x.list[x.places[i].at:], "\n")
		if of, name, value := split(line); of == t && match.Key(of, name) == key {
			return name, value, true
		}
	}
	return "", "", false
}

// split returns the columns of a line: type, name and value.
func split(line string) (t mention.Type, name, value string) {
	typ, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
	name, value, _ = strings.Cut(rest, "\t")
	return mention.Type(typ), name, value
}

func hashOf(t mention.Type, key string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(string(t) + "\t" + key)) // a hash takes everything
	return h.Sum32()
}
