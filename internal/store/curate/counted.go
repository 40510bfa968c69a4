package curate

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dblist "mentionary/ent/db/episodeentity"
	"mentionary/internal/store/database"
)

// Counted are rows that count an entity's mentions: its occurrence lists in some episodes, and which rows count it by channel.
// Recounting deletes those that have nothing left to count; merges know them by their numbers.
type Counted struct {
	EntityID int       `json:"entityId"`
	Lists    []listRow `json:"lists,omitempty"`
	channelRows
}

// CountedRows returns the rows that count an entity in the episodes.
func (s *Store) CountedRows(ctx context.Context, tx *db.Tx, entityID int, episodes []int) (Counted, error) {
	rows, err := channelRowsOf(ctx, tx, entityID)
	if err != nil {
		return Counted{}, err
	}
	out := Counted{EntityID: entityID, channelRows: rows}
	for part := range slices.Chunk(episodes, database.IDChunk) {
		rows, err := tx.EpisodeEntity.Query().Where(dblist.EntityID(entityID), dblist.EpisodeIDIn(part...)).Order(dblist.ByID()).All(ctx)
		if err != nil {
			return Counted{}, err
		}
		for _, l := range rows {
			out.Lists = append(out.Lists, listRowOf(l))
		}
	}
	return out, nil
}

// ReturnCounted puts those rows back that are gone. Their numbers come from recounting.
func (s *Store) ReturnCounted(ctx context.Context, tx *db.Tx, e *db.Entity, was Counted) error {
	if err := s.returnLists(ctx, tx, e.ID, was.Lists); err != nil {
		return err
	}
	return s.restoreChannelRows(ctx, tx, e, was.channelRows)
}

// returnLists puts occurrence lists back that are gone, of episodes that are still there.
func (s *Store) returnLists(ctx context.Context, tx *db.Tx, entityID int, rows []listRow) error {
	for _, l := range rows {
		err := s.Exec(ctx, tx, `INSERT INTO episode_entities (id, episode_id, entity_id, type, mention_count, first_ms)
			SELECT ?, e.id, ?, ?, 0, 0 FROM episodes e WHERE e.id = ? ON CONFLICT DO NOTHING`, l.ID, entityID, string(l.Type), l.EpisodeID)
		if err != nil {
			return err
		}
		if err := tx.EpisodeEntity.Update().Where(dblist.ID(l.ID), dblist.ClaimsIsNil()).SetClaims(l.Claims).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
