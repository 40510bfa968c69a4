package catalogue

import (
	"context"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dblink "mentionary/ent/db/link"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/store/database"
)

// Bounds of what is compared with a catalog's records.
const (
	contextEpisodes = 3   // those that mention the entity most
	contextEntities = 100 // of each of them
	contextQuotes   = 10  // the most telling
)

// LookupSubject is an entity to look up, with what came of it before.
type LookupSubject struct {
	EntityID int
	Subject  lookup.Subject
	Lookups  []*db.Lookup
}

// LookupSubject returns what the public directory knows of an entity; nothing of it is a catalog's word. It returns nil for
// entities that visitors do not see: nobody outside is told their names.
func (s *Store) LookupSubject(ctx context.Context, entityID int) (*LookupSubject, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*LookupSubject, error) {
		e, err := tx.Entity.Query().Where(Listed, dbentity.ID(entityID)).WithAliases().WithLookups().
			WithLinks(func(q *db.LinkQuery) {
				q.Where(dblink.Catalogue(""), dblink.DecisionNEQ(dblink.DecisionRemoved), dblink.StateNEQ(dblink.StateBroken)).Order(dblink.ByID())
			}).Only(ctx)
		if db.IsNotFound(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		out := &LookupSubject{EntityID: e.ID, Lookups: e.Edges.Lookups, Subject: lookup.Subject{
			Type: e.Type, Name: e.Name, Author: ownWord(e, "author"), Company: ownWord(e, "company"), Country: ownWord(e, "country"),
		}}
		for _, a := range e.Edges.Aliases {
			if a.Confirmed {
				out.Subject.Names = append(out.Subject.Names, a.Name)
			}
		}
		var urls []string
		for _, l := range e.Edges.Links {
			urls = append(urls, l.URL)
		}
		out.Subject.Authorities = link.Authorities(urls)
		if err := addEpisodes(ctx, tx, e, &out.Subject); err != nil {
			return nil, err
		}
		return out, addQuotes(ctx, tx, e, &out.Subject)
	})
}

// ownWord is what others than catalogs say in a column.
func ownWord(e *db.Entity, column string) string {
	if !strings.HasPrefix(e.Sources[column], link.Catalogue.String()) {
		for _, c := range FactColumns() {
			if c.Name == column {
				return *c.Of(e)
			}
		}
	}
	for _, l := range e.Edges.Lookups {
		if was, ok := l.Former[column]; ok && sourceOf(l.Catalogue) == e.Sources[column] {
			return was.Value
		}
	}
	return ""
}

// addEpisodes adds what is mentioned together with an entity in the public episodes that mention it most, who takes part in
// them, their language, and what they claim of the entity where its own columns are empty.
func addEpisodes(ctx context.Context, tx *db.Tx, e *db.Entity, s *lookup.Subject) error {
	lists, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(e.ID), dbepisodeentity.MentionCountGT(0),
		dbepisodeentity.HasEpisodeWith(dbepisode.VisibilityEQ(dbepisode.VisibilityPublic), dbepisode.IsProcessed(true))).
		Order(dbepisodeentity.ByMentionCount(sql.OrderDesc()), dbepisodeentity.ByID()).Limit(contextEpisodes).WithEpisode().All(ctx)
	if err != nil {
		return err
	}
	for _, l := range lists {
		for column, said := range map[*string]string{&s.Author: l.Claims.Author, &s.Company: l.Claims.Company, &s.Country: l.Claims.Country} {
			if *column == "" {
				*column = said
			}
		}
		ep := l.Edges.Episode
		if s.Language == "" {
			s.Language, _, _ = strings.Cut(ep.Language, "-")
		}
		for _, p := range ep.People {
			s.Together = append(s.Together, p.Name)
		}
		names, err := tx.Entity.Query().Where(Listed, dbentity.IDNEQ(e.ID), dbentity.HasEpisodesWith(dbepisodeentity.EpisodeID(ep.ID),
			dbepisodeentity.MentionCountGT(0))).
			Order(dbentity.ByMentionCount(sql.OrderDesc()), dbentity.ByID()).Limit(contextEntities).Select(dbentity.FieldName).Strings(ctx)
		if err != nil {
			return err
		}
		s.Together = append(s.Together, names...)
	}
	return nil
}

// addQuotes adds the most telling public quotes.
func addQuotes(ctx context.Context, tx *db.Tx, e *db.Entity, s *lookup.Subject) error {
	quotes, err := tx.Mention.Query().Where(dbmention.EntityID(e.ID), dbmention.ConfidenceGTE(PublishedConfidence),
		dbmention.HasEpisodeWith(dbepisode.VisibilityEQ(dbepisode.VisibilityPublic), dbepisode.IsProcessed(true))).
		Order(dbmention.ByTelling(sql.OrderDesc()), dbmention.ByID()).Limit(contextQuotes).Select(dbmention.FieldQuote).Strings(ctx)
	s.Texts = quotes
	return err
}
