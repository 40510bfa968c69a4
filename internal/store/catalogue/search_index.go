package catalogue

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/nameindex"
	"mentionary/internal/store/database"
)

// searchedNames are the names of listed entities in memory, as of a version of the catalogue. They are read once; after that what changed
// is.
type searchedNames struct {
	mu      sync.Mutex
	index   *nameindex.Index
	version int64
}

// FollowNames reads the names that are searched, or what of them has changed, so that whoever searches next waits for little. Where the
// database was replaced by an older one, it reads all.
func (s *Store) FollowNames(ctx context.Context) error {
	before := s.searched.seen()
	return s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		version, err := s.CatalogueVersionIn(ctx, tx)
		if err != nil {
			return err
		}
		if version < before { // of a transaction that was over when this one began
			s.searched.forget()
		}
		_, err = s.namesIn(ctx, tx)
		return err
	})
}

func (n *searchedNames) seen() int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.version
}

func (n *searchedNames) forget() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.index = nil
}

// namesIn returns the names as a transaction sees them, or as a later one did. Outside of a transaction they may be later than their
// version, which does no harm: what has changed since then is read again.
func (s *Store) namesIn(ctx context.Context, to database.Asked) (*nameindex.Index, error) {
	n := &s.searched
	n.mu.Lock()
	defer n.mu.Unlock()
	version, changed, all, err := s.SearchedChanges(ctx, to, n.version)
	if err != nil {
		return nil, err
	}
	if all || n.index == nil {
		err := s.readNames(ctx, to, version)
		return n.index, err
	}
	if version < n.version {
		return n.index, nil // what this transaction sees is older than what is known already
	}
	for ids := range slices.Chunk(changed, knownPage) {
		known, err := s.searchedEntities(ctx, to, "id IN ? ORDER BY id", database.IDs(ids))
		if err != nil {
			return nil, err
		}
		err = s.addAliases(ctx, to, known, "entity_id IN ?", database.IDs(ids))
		if err != nil {
			return nil, err
		}
		n.index.Change(ids, known)
	}
	n.version = version
	return n.index, nil
}

// readNames reads all names.
func (s *Store) readNames(ctx context.Context, to database.Asked, version int64) error {
	index := nameindex.New()
	for after := 0; ; {
		page, err := s.searchedEntities(ctx, to, "id > ? ORDER BY id LIMIT ?", after, knownPage)
		if err != nil {
			return err
		}
		if len(page) > 0 {
			err = s.addAliases(ctx, to, page, "entity_id BETWEEN ? AND ?", page[0].ID, page[len(page)-1].ID)
		}
		if err != nil {
			return err
		}
		index.Change(nil, page)
		if len(page) < knownPage {
			index.Pack()
			s.searched.index, s.searched.version = index, version
			return nil
		}
		after = page[len(page)-1].ID
	}
}

// searchedEntities reads listed entities that a condition selects, in the order of their ids, without their aliases.
func (s *Store) searchedEntities(ctx context.Context, to database.Asked, condition string, args ...any) ([]nameindex.Entity, error) {
	type row struct {
		ID       int          `sql:"id"`
		Type     mention.Type `sql:"type"`
		Mentions int          `sql:"mentions"`
		Name     string       `sql:"name"`
	}
	rows, err := database.Query[row](ctx, s.DB, to, "SELECT id, type, mention_count AS mentions, folded AS name FROM entities WHERE "+
		database.ListedEntity("")+" AND "+condition, args...)
	out := make([]nameindex.Entity, len(rows))
	for i, r := range rows {
		out[i] = nameindex.Entity{ID: r.ID, Type: r.Type, Mentions: r.Mentions, Names: []string{r.Name}}
	}
	return out, err
}

// addAliases adds to entities, in the order of their ids, those of their aliases that a condition selects.
func (s *Store) addAliases(ctx context.Context, to database.Asked, all []nameindex.Entity, condition string, args ...any) error {
	aliases, err := database.Query[idName](ctx, s.DB, to,
		"SELECT entity_id AS id, folded AS name FROM alias WHERE "+condition+" ORDER BY id", args...)
	for _, a := range aliases {
		i, listed := slices.BinarySearchFunc(all, a.ID, func(e nameindex.Entity, id int) int { return cmp.Compare(e.ID, id) })
		if listed && len(all[i].Names) <= maxKnownAliases {
			all[i].Names = append(all[i].Names, a.Name)
		}
	}
	return err
}
