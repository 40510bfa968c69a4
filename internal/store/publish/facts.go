package publish

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// maxFactEpisodes bounds the episodes, the oldest, whose claims about an entity are heard.
const maxFactEpisodes = 100

// writeFacts fills the entities' columns that no person or catalogue filled, from what episodes say, the oldest first, those where it
// counts before those that say it in a read of a sponsor: so it plays no part which was analyzed first. Episodes without published
// mentions of it fill nothing, private uploads neither. Rows are read again under their lock, because another channel may have filled
// them since.
func (p *publisher) writeFacts(ctx context.Context, lists []*occurrence) error {
	if !p.public {
		return nil
	}
	byID := map[int]*occurrence{}
	var ids []int
	for _, o := range lists {
		if o.description() != "" || o.claims != (mention.Claims{}) {
			byID[o.entity.ID] = o
			ids = append(ids, o.entity.ID)
		}
	}
	fresh, err := p.s.catalogue.EntitiesByID(ctx, p.tx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		e := fresh[id]
		if e == nil {
			continue
		}
		claimed, err := p.fillClaims(ctx, e)
		if err != nil {
			return err
		}
		described, err := p.describe(ctx, e, byID[id].description())
		if err != nil {
			return err
		}
		if !claimed && !described {
			continue
		}
		if err := p.s.catalogue.SaveFacts(ctx, p.tx, e); err != nil {
			return err
		}
	}
	return nil
}

// description is how the episode describes the entity, by its first published group of the entity's type.
func (o *occurrence) description() string {
	for _, g := range o.groups {
		if g.published() && g.typ == o.entity.Type && strings.TrimSpace(g.description) != "" {
			return strings.TrimSpace(g.description)
		}
	}
	return ""
}

// fillClaims fills the columns of an entity from the claims of all its episodes and reports whether anything changed.
func (p *publisher) fillClaims(ctx context.Context, e *db.Entity) (bool, error) {
	rows, err := p.tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(e.ID), publishedSomewhere,
		dbepisodeentity.HasEpisodeWith(dbepisode.VisibilityEQ(dbepisode.VisibilityPublic))).
		Order(countedFirst, dbepisodeentity.ByEpisodeField(dbepisode.FieldPublishedAt, sql.OrderNullsLast()),
			dbepisodeentity.ByEpisodeField(dbepisode.FieldVideoID), dbepisodeentity.ByID()).
		Limit(maxFactEpisodes).WithEpisode(func(q *db.EpisodeQuery) { q.Select(dbepisode.FieldChannelID) }).All(ctx)
	if err != nil {
		return false, err
	}
	said := &db.Entity{Locks: e.Locks, Sources: map[string]string{}}
	for _, r := range rows {
		channel := 0
		if c := r.Edges.Episode.ChannelID; c != nil {
			channel = *c
		}
		catalogue.FillFacts(said, "", r.Claims, channel)
	}
	changed := false
	for _, c := range catalogue.FactColumns() {
		word, source := *c.Of(said), said.Sources[c.Name]
		if word == "" || !episodesSay(e, c) || *c.Of(e) == word && e.Sources[c.Name] == source {
			continue
		}
		setFact(e, c, word, source)
		changed = true
	}
	return changed, nil
}

// publishedSomewhere are occurrence lists with a published mention, also where its type does not count.
func publishedSomewhere(s *sql.Selector) {
	m := sql.Table(dbmention.Table)
	s.Where(sql.Or(sql.GT(s.C(dbepisodeentity.FieldMentionCount), 0), sql.Exists(sql.Select().From(m).Where(sql.And(
		sql.ColumnsEQ(m.C(dbmention.FieldEpisodeID), s.C(dbepisodeentity.FieldEpisodeID)),
		sql.ColumnsEQ(m.C(dbmention.FieldEntityID), s.C(dbepisodeentity.FieldEntityID)),
		sql.GTE(m.C(dbmention.FieldConfidence), catalogue.PublishedConfidence),
	)))))
}

// countedFirst orders occurrence lists: those with mentions that count, then the others.
func countedFirst(s *sql.Selector) {
	s.OrderExpr(sql.Expr("CASE WHEN " + s.C(dbepisodeentity.FieldMentionCount) + " > 0 THEN 0 ELSE 1 END"))
}

// describe gives an entity the episode's description, unless a person, a catalogue or an older episode gave it one. What another channel
// says too is agreed.
func (p *publisher) describe(ctx context.Context, e *db.Entity, words string) (bool, error) {
	c := catalogue.FactColumns()[0]
	words = database.Clip(words, c.Limit)
	source := e.Sources[c.Name]
	if words == "" || !episodesSay(e, c) || source == link.Agreed.String() {
		return false, nil
	}
	own := catalogue.ClaimSource(p.channel) + ":" + strconv.Itoa(p.episode.ID)
	former, before := catalogue.ClaimedBy(source)
	switch {
	case e.Description == words && source == own:
		return false, nil
	case e.Description == "", e.Description == words && former == p.channel && before == 0: // it has just been made from this one
	case former != p.channel && match.SortKey(e.Description) == match.SortKey(words):
		setFact(e, c, e.Description, link.Agreed.String())
		return true, nil
	case before != p.episode.ID:
		older, err := p.isOlderThan(ctx, before)
		if err != nil || !older {
			return false, err
		}
	}
	setFact(e, c, words, own)
	return true, nil
}

// isOlderThan reports whether the episode was published before another one, which need not be known.
func (p *publisher) isOlderThan(ctx context.Context, id int) (bool, error) {
	other, err := p.tx.Episode.Query().Where(dbepisode.ID(id)).Select(dbepisode.FieldPublishedAt, dbepisode.FieldVideoID).Only(ctx)
	if db.IsNotFound(err) {
		return false, nil
	}
	return err == nil && publishedAt(p.episode) < publishedAt(other), err
}

// setFact writes a column and whose word it is.
func setFact(e *db.Entity, c catalogue.FactColumn, words, source string) {
	if e.Sources == nil {
		e.Sources = map[string]string{}
	}
	*c.Of(e), e.Sources[c.Name] = words, source
}

// episodesSay reports whether a column may hold what episodes say: it is empty or holds that, and nobody fixed it.
func episodesSay(e *db.Entity, c catalogue.FactColumn) bool {
	source := e.Sources[c.Name]
	return !slices.Contains(e.Locks, c.Name) &&
		(*c.Of(e) == "" || source == link.Agreed.String() || strings.HasPrefix(source, link.Claimed.String()+":"))
}

// writeLinks stores the addresses that the creator published as the channel's claims.
func (p *publisher) writeLinks(ctx context.Context, lists []*occurrence) error {
	if !p.public {
		return nil
	}
	var claims []catalogue.LinkRow
	for _, o := range lists {
		for _, g := range o.groups {
			if !g.published() {
				continue
			}
			for _, url := range g.urls {
				claims = append(claims, catalogue.LinkRow{EntityID: o.entity.ID, URL: url, Trust: link.Claimed, ChannelID: p.channel})
			}
		}
	}
	return p.s.catalogue.InsertLinks(ctx, p.tx, claims)
}
