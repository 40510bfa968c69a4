package catalogue

import (
	"context"
	"encoding/json"

	"mentionary/ent/db"
	dbedition "mentionary/ent/db/edition"
	dbentity "mentionary/ent/db/entity"
	dblink "mentionary/ent/db/link"
	dblookup "mentionary/ent/db/lookup"
)

// Forgotten is what public catalogs and our own lists said about an entity, as rows, so that it can come back whole.
type Forgotten struct {
	Lookups []*db.Lookup `json:"lookups,omitempty"`
	Links   []*db.Link   `json:"links,omitempty"`
	// Editions are all of the entity: as another thing it is an edition of nothing, whatever a moderator decided.
	Editions []*db.Edition `json:"editions,omitempty"`
}

// ForgetLookups takes back all that catalogs and our own lists said about an entity, because it is another thing than they were asked
// about.
// The next lookup asks anew. It returns what RecallLookups needs.
func (s *Store) ForgetLookups(ctx context.Context, tx *db.Tx, entityID int) (Forgotten, error) {
	var out Forgotten
	e, err := tx.Entity.Query().Where(dbentity.ID(entityID)).WithLookups().
		WithEditions(func(q *db.EditionQuery) { q.Order(dbedition.ByID()) }).Only(ctx)
	if err != nil {
		return out, err
	}
	out.Lookups, out.Editions = e.Edges.Lookups, e.Edges.Editions
	if len(out.Editions) > 0 {
		if _, err := tx.Edition.Delete().Where(dbedition.EntityID(entityID)).Exec(ctx); err != nil {
			return out, err
		}
	}
	for _, l := range out.Lookups {
		links, err := tx.Link.Query().Where(givenBy(entityID, l.Catalogue)).Order(dblink.ByID()).All(ctx)
		if err != nil {
			return out, err
		}
		out.Links = append(out.Links, links...)
		if err := s.withdraw(ctx, tx, e, l.Catalogue); err != nil {
			return out, err
		}
	}
	if _, err := tx.Lookup.Delete().Where(dblookup.EntityID(entityID)).Exec(ctx); err != nil {
		return out, err
	}
	listed := givenBy(entityID, ListedCatalogue)
	links, err := tx.Link.Query().Where(listed).Order(dblink.ByID()).All(ctx)
	if err != nil || len(links) == 0 {
		return out, err
	}
	out.Links = append(out.Links, links...)
	_, err = tx.Link.Delete().Where(listed).Exec(ctx)
	return out, err
}

// RecallLookups brings back what catalogs said about an entity before it was forgotten, under its former numbers, in place of
// what they said since. Columns that somebody else filled or locked meanwhile stay as they are.
func (s *Store) RecallLookups(ctx context.Context, tx *db.Tx, entityID int, was Forgotten) error {
	if _, err := s.ForgetLookups(ctx, tx, entityID); err != nil {
		return err
	}
	for _, l := range was.Links {
		if err := s.Exec(ctx, tx, `INSERT INTO links (id, entity_id, kind, url, source, channel_id, catalogue, state, decision,
			created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, l.ID, entityID, l.Kind, l.URL, l.Source, l.ChannelID,
			l.Catalogue, string(l.State), string(l.Decision), l.CreatedAt.UTC(), l.UpdatedAt.UTC()); err != nil {
			return err
		}
	}
	e, err := tx.Entity.Get(ctx, entityID)
	if err != nil {
		return err
	}
	for _, x := range was.Editions {
		reasons, err := json.Marshal(x.Reasons)
		if err != nil {
			return err
		}
		if err := s.Exec(ctx, tx, `INSERT INTO editions (id, entity_id, catalogue, work, record, language, title, year, original, reasons,
			decision, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, x.ID, entityID, x.Catalogue, x.Work, x.Record, x.Language,
			x.Title, x.Year, x.Original, string(reasons), string(x.Decision), x.CreatedAt.UTC(), x.UpdatedAt.UTC()); err != nil {
			return err
		}
	}
	for _, l := range was.Lookups { // one that was not accepted has no facts
		by := said{catalogue: l.Catalogue, record: l.Record, facts: l.Facts, reasons: l.Reasons}
		if _, err := s.believe(ctx, tx, e, by); err != nil {
			return err
		}
		made, err := tx.Lookup.Create().SetEntityID(entityID).SetCatalogue(l.Catalogue).SetAsked(l.Asked).SetOutcome(l.Outcome).
			SetRecord(l.Record).SetFacts(l.Facts).SetFormer(l.Former).SetReasons(l.Reasons).SetCandidates(l.Candidates).SetAskedAt(l.AskedAt).
			Save(ctx)
		if err != nil {
			return err
		}
		if err := s.Exec(ctx, tx, `UPDATE lookups SET id = ? WHERE id = ?`, l.ID, made.ID); err != nil {
			return err
		}
	}
	return nil
}
