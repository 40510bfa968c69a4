package publish

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	dbalias "mentionary/ent/db/alias"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
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
	return p.respellLearned(ctx, lists)
}

// respellLearned does the same for names that were learned, which are looked for in transcripts: what the episode suggests anywhere counts,
// because most of its places may have the spelling that was looked for.
func (p *publisher) respellLearned(ctx context.Context, lists []*occurrence) error {
	said := map[int][]*group{}
	for _, o := range lists {
		for _, g := range o.groups {
			if p.touched[o.entity.ID].Learned && g.key != o.entity.Key {
				said[o.entity.ID] = append(said[o.entity.ID], g)
			}
		}
	}
	if len(said) == 0 {
		return nil
	}
	learned, err := p.tx.Alias.Query().Where(dbalias.EntityIDIn(slices.Sorted(maps.Keys(said))...), dbalias.ChannelIDNEQ(0),
		dbalias.SourceNEQ(FormerName)).All(ctx)
	if err != nil {
		return err
	}
	for _, a := range learned {
		best := a.Name
		for _, g := range said[a.EntityID] {
			for _, m := range g.mentions {
				if name := database.Clip(m.Name, 500); g.key == a.Key && betterSpelling(g.typ, name, best) {
					best = name
				}
			}
		}
		if best == a.Name {
			continue
		}
		if err := p.tx.Alias.UpdateOne(a).SetName(best).Exec(ctx); err != nil {
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
