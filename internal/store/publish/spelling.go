package publish

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
)

// respell gives entities the better of the spellings of their name: theirs, or the one of this episode.
func (p *publisher) respell(ctx context.Context, lists []*occurrence) error {
	better := map[int]string{}
	for _, o := range lists {
		for _, g := range o.groups {
			name := cmp.Or(better[o.entity.ID], o.entity.Name)
			if g.key == o.entity.Key && betterSpelling(g.typ, g.name, name) {
				better[o.entity.ID] = g.name
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(better)) {
		name := better[id]
		err := p.tx.Entity.Update().Where(dbentity.ID(id), notNamedByHand).SetName(name).SetSlug(catalogue.Slug(name, 80)).
			SetSortKey(match.SortKey(name)).SetUpdatedAt(p.s.Now()).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// betterSpelling reports whether a is the better of two spellings of one name: not shouted ("DEEP WORK"), then with more capitals
// ("URIs" before "Uris", "The Origins" before "Origins"), then with more letters that ASCII has not ("Groß" before "Gross"), then the
// shorter one ("DTrace" before "D-Trace"), then by the alphabet. It is a total order, so that the best of many is the best in whatever
// order they come.
func betterSpelling(t mention.Type, a, b string) bool {
	return cmp.Or(
		cmp.Compare(shouted(t, b), shouted(t, a)), cmp.Compare(capitals(a), capitals(b)), cmp.Compare(accented(a), accented(b)),
		cmp.Compare(len(b), len(a)), cmp.Compare(b, a),
	) > 0
}

// shouted returns 1 for a name that is written in capitals only and is no acronym, else 0.
func shouted(t mention.Type, name string) int {
	acronym := t.Names() != mention.PersonName && len(name) <= 6 && !strings.Contains(name, " ")
	if acronym || strings.ToUpper(name) != name || strings.ToLower(name) == name {
		return 0
	}
	return 1
}

func capitals(s string) int { return count(s, unicode.IsUpper) }

// accented returns how many letters of a name ASCII has not.
func accented(s string) int {
	return count(s, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) })
}

// count returns how many runes are of a kind.
func count(s string, is func(rune) bool) int {
	n := 0
	for _, r := range s {
		if is(r) {
			n++
		}
	}
	return n
}
