package publish

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbentity "mentionary/ent/db/entity"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// heardMentions bounds the mentions, the newest, from which it is read what an entity is called.
const heardMentions = 2_000

// FormerName is the source of the alias that keeps the name for which somebody gave an entity another one. The word is stored.
const FormerName = "former name"

// callByBestName gives entities the name that evidence speaks for, whatever they were called first: the same episodes give the same
// names, in whichever order they are analyzed. What a person named keeps its name.
func (p *publisher) callByBestName(ctx context.Context, lists []*occurrence) error {
	if !p.public {
		return nil
	}
	if err := p.respell(ctx, lists); err != nil {
		return err
	}
	ids := make([]int, 0, len(lists))
	for _, o := range lists {
		ids = append(ids, o.entity.ID)
	}
	for part := range slices.Chunk(ids, database.IDChunk) {
		heard, err := p.tx.Entity.Query().
			Where(dbentity.IDIn(part...), dbentity.HasAliasesWith(dbalias.ChannelIDNEQ(0)), notNamedByHand).
			WithAliases(func(q *db.AliasQuery) { q.Order(dbalias.ByID()) }).Order(dbentity.ByID()).All(ctx)
		if err != nil {
			return err
		}
		for _, e := range heard {
			if err := p.callEntityByBestName(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *publisher) callEntityByBestName(ctx context.Context, e *db.Entity) error {
	heard, err := p.tx.Mention.Query().
		Where(dbmention.EntityID(e.ID), dbmention.ConfidenceGTE(catalogue.PublishedConfidence)).
		Select(dbmention.FieldEpisodeID, dbmention.FieldSurface, dbmention.FieldSignals).
		Order(dbmention.ByID(sql.OrderDesc())).Limit(heardMentions).All(ctx)
	if err != nil {
		return err
	}
	name := bestName(e, heard)
	if name == e.Name {
		return nil
	}
	key := match.Key(e.Type, name)
	taken, err := p.tx.Entity.Query().Where(dbentity.TypeEQ(e.Type), dbentity.Key(key), dbentity.Disambiguator(e.Disambiguator)).Exist(ctx)
	if err != nil || taken {
		return err
	}
	err = p.tx.Entity.UpdateOneID(e.ID).SetName(name).SetKey(key).SetSlug(catalogue.Slug(name, 80)).SetSortKey(match.SortKey(name)).
		SetUpdatedAt(p.s.Now()).Exec(ctx)
	if err != nil {
		return err
	}
	err = p.tx.Alias.Create().SetEntityID(e.ID).SetType(e.Type).SetKey(e.Key).SetName(e.Name).SetSource("heard first").
		SetChannelID(p.channel).SetConfirmed(true).SetCreatedAt(p.s.Now()).
		OnConflictColumns(dbalias.FieldEntityID, dbalias.FieldKey).Ignore().Exec(ctx)
	if err != nil {
		return err
	}
	return p.s.catalogue.RecountDoubts(ctx, p.tx, []int{e.ID}) // they show it
}

// notNamedByHand are entities whose name nobody gave.
var notNamedByHand = dbentity.Not(dbentity.HasAliasesWith(dbalias.Source(FormerName)))

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
		n, err := p.tx.Entity.Update().Where(dbentity.ID(id), notNamedByHand).SetName(name).SetSlug(catalogue.Slug(name, 80)).
			SetSortKey(match.SortKey(name)).SetUpdatedAt(p.s.Now()).Save(ctx)
		if err != nil || n == 0 {
			return err
		}
	}
	return nil
}

// betterSpelling reports whether a is the better of two spellings of one name: not shouted, then with more capitals ("URIs" before
// "Uris", "The Origins" before "Origins"), then the shorter one ("DTrace" before "D-Trace"), then by the alphabet. It is a total order, so that the best of many is the best
// in whatever order they come.
func betterSpelling(t mention.Type, a, b string) bool {
	shouted := func(s string) int {
		n := 0
		for _, w := range strings.Fields(s) {
			if most := 5; len(w) > most || t.Names() == mention.PersonName && len(w) > 2 {
				if strings.ToUpper(w) == w && strings.ToLower(w) != w {
					n++
				}
			}
		}
		return n
	}
	capitals := func(s string) int {
		n := 0
		for _, r := range s {
			if unicode.IsUpper(r) {
				n++
			}
		}
		return n
	}
	return cmp.Or(
		cmp.Compare(shouted(b), shouted(a)), cmp.Compare(capitals(a), capitals(b)), cmp.Compare(len(b), len(a)), cmp.Compare(b, a),
	) > 0
}

// nameEvidence is what speaks for a name.
type nameEvidence struct {
	name     string
	key      string
	whole    bool // not a person's half
	known    bool // a creator wrote it, or our lists have it
	mentions int
	episodes map[int]bool
}

// compare orders names by what speaks for them, the best first. No two are equal.
func (n *nameEvidence) compare(o *nameEvidence) int {
	first := func(a, b bool) int {
		switch {
		case a == b:
			return 0
		case a:
			return -1
		}
		return 1
	}
	return cmp.Or(
		first(n.whole, o.whole), first(n.known, o.known), cmp.Compare(len(o.episodes), len(n.episodes)),
		cmp.Compare(o.mentions, n.mentions), cmp.Compare(n.key, o.key),
	)
}

// bestName returns what an entity should be called: of its name and those that were learned by ear the one with most evidence.
func bestName(e *db.Entity, heard []*db.Mention) string {
	names := []*nameEvidence{{name: e.Name, key: e.Key}}
	for _, a := range e.Edges.Aliases {
		if a.ChannelID != 0 && a.Key != e.Key {
			names = append(names, &nameEvidence{name: a.Name, key: a.Key})
		}
	}
	for _, n := range names {
		n.whole, n.episodes = e.Type.Names() != mention.PersonName || len(strings.Fields(n.name)) > 1, map[int]bool{}
	}
	for _, m := range heard {
		key := match.Key(e.Type, m.Surface)
		i := slices.IndexFunc(names, func(n *nameEvidence) bool { return n.key == key })
		if i < 0 {
			continue
		}
		names[i].mentions++
		names[i].episodes[m.EpisodeID] = true
		if slices.ContainsFunc(m.Signals, func(s mention.Signal) bool { return s == mention.SignalGazetteer || slices.Contains(vouchers, s) }) {
			names[i].known = true
		}
	}
	return slices.MinFunc(names, (*nameEvidence).compare).name
}
