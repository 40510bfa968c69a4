package publish

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbglossary "mentionary/ent/db/glossary"
	"mentionary/internal/extract"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// glossary is what a channel's reviewers taught.
type glossary struct {
	lines []extract.Taught
	about map[aboutKey]extract.Taught // by the entity that claims led to, and the sentence
}

type aboutKey struct {
	entity   int
	sentence string
}

// of is the line about a mention of an entity: one about its sentence before one about all.
func (g glossary) of(entity int, m *mention.Mention) (extract.Taught, bool) {
	t, ok := g.about[aboutKey{entity, extract.SentenceKey(m.Quote)}]
	if !ok {
		t, ok = g.about[aboutKey{entity, ""}]
	}
	return t, ok
}

// Taught returns what was taught in a channel, nil for none.
func (s *Store) Taught(ctx context.Context, channelID *int) ([]extract.Taught, error) {
	if channelID == nil {
		return nil, nil
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]extract.Taught, error) {
		g, err := s.taught(ctx, tx, *channelID)
		return g.lines, err
	})
}

func (s *Store) taught(ctx context.Context, tx *db.Tx, channelID int) (glossary, error) {
	out := glossary{about: map[aboutKey]extract.Taught{}}
	if channelID == 0 {
		return out, nil
	}
	rows, err := tx.Glossary.Query().Where(dbglossary.ChannelID(channelID)).Order(dbglossary.ByID()).All(ctx)
	for _, r := range rows {
		t := extract.Taught{
			Heard: r.Heard, Key: r.HeardKey, Type: mention.Type(r.Type), Sentence: r.Sentence, Blocked: r.Blocked,
			Meant: r.Meant, MeantType: mention.Type(r.MeantType), EntityID: r.EntityID,
		}
		out.lines = append(out.lines, t)
		if r.AboutID != 0 {
			out.about[aboutKey{r.AboutID, r.Sentence}] = t
		}
	}
	return out, err
}

// obeyEntities applies what was taught about an entity to the groups that led to it by another name than the glossary
// knows: by an alias, or by likeness.
func (p *publisher) obeyEntities(ctx context.Context, taught glossary) error {
	if len(taught.about) == 0 {
		return nil
	}
	var moved []mention.Mention
	for _, g := range p.groups {
		g.mentions = slices.DeleteFunc(g.mentions, func(m *mention.Mention) bool {
			t, ok := taught.of(g.entity.ID, m)
			if !ok || !t.Blocked && (t.EntityID == g.entity.ID || t.EntityID == 0) {
				return false
			}
			if !t.Blocked {
				to := extract.Reviewed(*m)
				to.Type, to.Name, to.EntityID = t.MeantType, t.Meant, t.EntityID
				moved = append(moved, to)
			}
			return true
		})
	}
	p.groups = slices.DeleteFunc(p.groups, func(g *group) bool { return len(g.mentions) == 0 })
	if len(moved) == 0 {
		return nil
	}
	rest := *p
	rest.groups = groupMentions(moved)
	if err := rest.resolve(ctx); err != nil {
		return err
	}
	p.groups = append(p.groups, rest.groups...)
	return nil
}

// EntityFor finds the entity that a name of a type means in an episode, and makes it when there is none: the way
// publications do. A private upload's is known by its name only. It reports whether it made it.
func (s *Store) EntityFor(
	ctx context.Context, tx *db.Tx, episode *db.Episode, typ mention.Type, name string,
) (e *db.Entity, made bool, err error) {
	// Whoever resolves does not tell what it made, but numbers grow. One that another transaction made in this moment counts as made
	// here: harmless, because what is dropped later is held by nobody.
	last, err := tx.Entity.Query().Order(dbentity.ByID(sql.OrderDesc())).FirstID(ctx)
	if db.MaskNotFound(err) != nil {
		return nil, false, err
	}
	p := &publisher{s: s, tx: tx, episode: episode, groups: []*group{{typ: typ, key: match.Key(typ, name), name: name}}}
	if episode.ChannelID != nil {
		p.channel = *episode.ChannelID
	}
	if err := p.resolve(ctx); err != nil {
		return nil, false, err
	}
	e = p.groups[0].entity
	return e, e.ID > last, nil
}
