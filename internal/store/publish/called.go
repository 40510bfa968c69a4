package publish

import (
	"context"
	"slices"
	"strings"

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

const (
	// heardMentions bounds the mentions, the newest, from which it is read what an entity is called.
	heardMentions = 2_000
	// heardEpisodes is in how many episodes a name must be heard to take the place of one that is heard in half as many.
	heardEpisodes = 3
)

// FormerName is the source of the alias that keeps the name for which somebody gave an entity another one. The word is stored.
const FormerName = "former name"

// callByBestName gives entities that were heard under a wrong name first the name that evidence speaks for: of the names that
// were learned by ear, one that creators wrote or that our lists know, else one that is heard in far more episodes. What a
// person named keeps its name.
func (p *publisher) callByBestName(ctx context.Context, lists []*occurrence) error {
	if !p.public {
		return nil
	}
	ids := make([]int, 0, len(lists))
	for _, o := range lists {
		ids = append(ids, o.entity.ID)
	}
	for part := range slices.Chunk(ids, database.IDChunk) {
		heard, err := p.tx.Entity.Query().
			Where(dbentity.IDIn(part...), dbentity.HasAliasesWith(dbalias.ChannelIDNEQ(0)),
				dbentity.Not(dbentity.HasAliasesWith(dbalias.Source(FormerName)))).
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

// nameEvidence is what speaks for a name.
type nameEvidence struct {
	known    bool // a creator wrote it, or our lists have it
	episodes map[int]bool
}

// bestName returns what an entity should be called: its name, or one that was learned by ear, has as many words, and more
// evidence.
func bestName(e *db.Entity, heard []*db.Mention) string {
	evidence := map[string]*nameEvidence{}
	for _, m := range heard {
		key := match.Key(e.Type, m.Surface)
		if evidence[key] == nil {
			evidence[key] = &nameEvidence{episodes: map[int]bool{}}
		}
		evidence[key].episodes[m.EpisodeID] = true
		if slices.ContainsFunc(m.Signals, func(s mention.Signal) bool { return s == mention.SignalGazetteer || slices.Contains(vouchers, s) }) {
			evidence[key].known = true
		}
	}
	name, best := e.Name, evidence[e.Key]
	if best == nil {
		best = &nameEvidence{}
	}
	for _, a := range e.Edges.Aliases {
		other := evidence[a.Key]
		if a.ChannelID == 0 || a.Key == e.Key || other == nil || len(strings.Fields(a.Name)) != len(strings.Fields(e.Name)) {
			continue
		}
		more := len(other.episodes) >= heardEpisodes && len(other.episodes) >= 2*len(best.episodes)
		if other.known && !best.known || other.known == best.known && more {
			name, best = a.Name, other
		}
	}
	return name
}
