package curate

import (
	"context"
	"slices"
	"time"

	"mentionary/ent/db"
	dblinkcheck "mentionary/ent/db/linkcheck"
	dbresult "mentionary/ent/db/passresult"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// LinksOfEntities returns the distinct addresses of entities that are due for a check, at most limit, those that were never checked
// first.
func (s *Store) LinksOfEntities(ctx context.Context, entityIDs []int, due catalogue.LinksDue, limit int) ([]string, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]string, error) {
		return s.catalogue.LinksDueOf(ctx, tx, entityIDs, due, limit)
	})
}

// PassChecked notes that a pass has checked the links of entities.
//
// Idempotent: it sets the outcome.
func (s *Store) PassChecked(ctx context.Context, passID int, entityIDs []int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := s.lockPass(ctx, tx, passID); err != nil {
			return err
		}
		for _, id := range entityIDs {
			if err := s.settle(ctx, tx, passID, id, passChecked, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// CheckedLink is a link with what its last check said.
type CheckedLink struct {
	Kind      string
	URL       string
	State     string // unchecked, valid, broken, unknown
	Reason    string
	CheckedAt *time.Time
}

// CheckedEntity is an entity with all its links, broken ones too.
type CheckedEntity struct {
	Entity *db.Entity // with its links
	Links  []CheckedLink
}

// CheckedEntities returns the entities of a pass with what is known about their links, in the order of its list. Those
// that were hidden or merged away since are left out.
func (s *Store) CheckedEntities(ctx context.Context, passID int) ([]CheckedEntity, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]CheckedEntity, error) {
		ids, err := tx.PassResult.Query().Where(dbresult.PassID(passID)).Order(dbresult.ByID()).Select(dbresult.FieldEntityID).Ints(ctx)
		if err != nil {
			return nil, err
		}
		return checkedOf(ctx, tx, ids)
	})
}

// checksOfLinks returns the last checks of the entities' addresses, by address.
func checksOfLinks(ctx context.Context, tx *db.Tx, entities []*db.Entity) (map[string]*db.LinkCheck, error) {
	var urls []string
	for _, e := range entities {
		for _, l := range e.Edges.Links {
			urls = append(urls, l.URL)
		}
	}
	byURL := make(map[string]*db.LinkCheck, len(urls))
	for part := range slices.Chunk(urls, database.IDChunk) {
		checks, err := tx.LinkCheck.Query().Where(dblinkcheck.URLIn(part...)).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, c := range checks {
			byURL[c.URL] = c
		}
	}
	return byURL, nil
}

// maxShownLinks is how many links of one entity are returned: channels may claim any number.
const maxShownLinks = 100

// checkedLinks are the links of an entity, each address once, the oldest first.
func checkedLinks(e *db.Entity, checks map[string]*db.LinkCheck) []CheckedLink {
	var out []CheckedLink
	seen := map[string]bool{}
	for _, l := range e.Edges.Links {
		if seen[l.URL] || len(out) == maxShownLinks {
			continue
		}
		seen[l.URL] = true
		one := CheckedLink{Kind: l.Kind, URL: l.URL, State: string(l.State)}
		if c := checks[l.URL]; c != nil {
			one.State, one.Reason, one.CheckedAt = string(c.State), c.Reason, &c.CheckedAt
		}
		out = append(out, one)
	}
	return out
}
