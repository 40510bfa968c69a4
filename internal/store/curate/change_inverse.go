package curate

import (
	"context"
	"maps"
	"slices"
	"time"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/wording"
)

// changeInverse is everything that takes a change back. As in merges, rows keep their ids: what a change had to delete is kept
// here whole, and comes back under its old number.
type changeInverse struct {
	// Identity are type, keys and names of the entity before and after.
	Identity *[2]identity `json:"identity,omitempty"`
	// Columns are the facts that were changed.
	Columns map[string]columnChange `json:"columns,omitempty"`
	// Locks that were added and taken away.
	Locked   []string `json:"locked,omitempty"`
	Unlocked []string `json:"unlocked,omitempty"`

	MadeAliases   idList     `json:"madeAliases,omitempty"`
	MadeBlocks    idList     `json:"madeBlocks,omitempty"`
	MadeLinks     idList     `json:"madeLinks,omitempty"`
	MadeDecisions idList     `json:"madeDecisions,omitempty"`
	GoneAliases   []aliasRow `json:"goneAliases,omitempty"`
	GoneBlocks    []blockRow `json:"goneBlocks,omitempty"`
	GoneLists     []listRow  `json:"goneLists,omitempty"`
	// TurnedAliases are names whose key was another one under the former type.
	TurnedAliases []aliasRow `json:"turnedAliases,omitempty"`
	// Decided are links by what a moderator had decided about them before.
	Decided map[string]idList `json:"decided,omitempty"`
	// Editions are rows of editions by what a moderator had decided about them before.
	Editions map[string]idList `json:"editions,omitempty"`
	// Moved are rows that went to the other entity, by table.
	Moved map[string]idList `json:"moved,omitempty"`
	// Claims are the facts of occurrence lists that a split changed: before and after.
	Claims []claimsChange `json:"claims,omitempty"`

	// Forgotten is what public catalogs said of the entity as a thing of its former type.
	Forgotten catalogue.Forgotten `json:"forgotten,omitzero"`

	channelRows // that counted the entity

	MadeEntity   bool `json:"madeEntity,omitempty"`
	MadeDistinct bool `json:"madeDistinct,omitempty"`
}

// columnChange is a fact before and after a change, with whose word it was.
type columnChange struct {
	Before       string `json:"before"`
	After        string `json:"after"`
	SourceBefore string `json:"sourceBefore,omitempty"`
	SourceAfter  string `json:"sourceAfter,omitempty"`
}

// identity is how an entity is told from others.
type identity struct {
	Type          mention.Type `json:"type"`
	Key           string       `json:"key"`
	Disambiguator string       `json:"disambiguator"`
	Name          string       `json:"name"`
	Slug          string       `json:"slug"`
	SortKey       string       `json:"sortKey"`
}

func identityOf(e *db.Entity) identity {
	return identity{Type: e.Type, Key: e.Key, Disambiguator: e.Disambiguator, Name: e.Name, Slug: e.Slug, SortKey: e.SortKey}
}

// setIdentity writes how an entity is told from others.
func (s *Store) setIdentity(ctx context.Context, tx *db.Tx, id int, i identity) error {
	return tx.Entity.UpdateOneID(id).SetType(i.Type).SetKey(i.Key).SetDisambiguator(i.Disambiguator).SetName(i.Name).SetSlug(i.Slug).
		SetSortKey(i.SortKey).SetUpdatedAt(s.Now()).Exec(ctx)
}

type aliasRow struct {
	ID        int          `json:"id"`
	Type      mention.Type `json:"type"`
	Key       string       `json:"key"`
	Name      string       `json:"name"`
	Source    string       `json:"source"`
	ChannelID int          `json:"channelId,omitempty"`
	Confirmed bool         `json:"confirmed,omitempty"`
	CreatedAt time.Time    `json:"createdAt"`
}

type blockRow struct {
	ID   int          `json:"id"`
	Type mention.Type `json:"type"`
	Key  string       `json:"key"`
}

type listRow struct {
	ID        int            `json:"id"`
	EpisodeID int            `json:"episodeId"`
	Type      mention.Type   `json:"type"`
	Claims    mention.Claims `json:"claims"`
}

func listRowOf(l *db.EpisodeEntity) listRow {
	return listRow{ID: l.ID, EpisodeID: l.EpisodeID, Type: l.Type, Claims: l.Claims}
}

type claimsChange struct {
	ID     int            `json:"id"` // of the occurrence list
	Before mention.Claims `json:"before"`
	After  mention.Claims `json:"after"`
}

func aliasRowOf(a *db.Alias) aliasRow {
	return aliasRow{
		ID: a.ID, Type: a.Type, Key: a.Key, Name: a.Name, Source: a.Source, ChannelID: a.ChannelID, Confirmed: a.Confirmed,
		CreatedAt: a.CreatedAt,
	}
}

// returnAliases puts names back that a change deleted, unless the entity has learned them anew since.
func (s *Store) returnAliases(ctx context.Context, tx *db.Tx, entityID int, rows []aliasRow) error {
	for _, a := range rows {
		err := s.Exec(ctx, tx, `INSERT INTO alias (id, entity_id, type, key, name, folded, source, channel_id, confirmed,
			created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, a.ID, entityID, string(a.Type), a.Key, a.Name, wording.Fold(a.Name), a.Source, a.ChannelID, a.Confirmed,
			a.CreatedAt.UTC())
		if err != nil {
			return err
		}
	}
	return nil
}

// returnBlocks puts blocking keys back that a change deleted.
func (s *Store) returnBlocks(ctx context.Context, tx *db.Tx, entityID int, rows []blockRow) error {
	for _, b := range rows {
		err := s.Exec(ctx, tx, `INSERT INTO blocks (id, entity_id, type, key) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			b.ID, entityID, string(b.Type), b.Key)
		if err != nil {
			return err
		}
	}
	return nil
}

// setFacts writes the facts of an entity from its columns as they are in memory.
func (s *Store) setFacts(ctx context.Context, tx *db.Tx, e *db.Entity, sources map[string]string) error {
	if len(sources) == 0 {
		sources = nil
	}
	e.Sources = sources
	return s.catalogue.SaveFacts(ctx, tx, e)
}

// returnFacts gives facts back what they were, those apart that somebody changed since.
func (s *Store) returnFacts(ctx context.Context, tx *db.Tx, e *db.Entity, columns map[string]columnChange) error {
	sources := maps.Clone(e.Sources)
	if sources == nil {
		sources = map[string]string{}
	}
	changed := false
	for _, c := range catalogue.FactColumns() {
		was, ok := columns[c.Name]
		if !ok || *c.Of(e) != was.After || sources[c.Name] != was.SourceAfter {
			continue
		}
		*c.Of(e), changed = was.Before, true
		if was.SourceBefore == "" {
			delete(sources, c.Name)
		} else {
			sources[c.Name] = was.SourceBefore
		}
	}
	if !changed {
		return nil
	}
	return s.setFacts(ctx, tx, e, sources)
}

// setLocks writes the locks of an entity; none is no list at all.
func (s *Store) setLocks(ctx context.Context, tx *db.Tx, id int, locks []string) error {
	u := tx.Entity.UpdateOneID(id).SetUpdatedAt(s.Now())
	if len(locks) == 0 {
		return u.ClearLocks().Exec(ctx)
	}
	slices.Sort(locks)
	return u.SetLocks(slices.Compact(locks)).Exec(ctx)
}

// returnLocks takes away the locks that a change added, and locks again what it unlocked.
func (s *Store) returnLocks(ctx context.Context, tx *db.Tx, e *db.Entity, inv changeInverse) error {
	if len(inv.Locked)+len(inv.Unlocked) == 0 {
		return nil
	}
	locks := slices.DeleteFunc(slices.Clone(e.Locks), func(l string) bool { return slices.Contains(inv.Locked, l) })
	return s.setLocks(ctx, tx, e.ID, append(locks, inv.Unlocked...))
}

// chunked runs a statement on parts of a list of ids.
func chunked(ids []int, do func(part []int) error) error {
	for part := range slices.Chunk(ids, database.IDChunk) {
		if err := do(part); err != nil {
			return err
		}
	}
	return nil
}
