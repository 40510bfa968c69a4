package catalogue

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// oftenMentioned is from how many episodes on an entity's newest ones are looked for by their ids first.
const oftenMentioned = 1000

// newestFirst is the order of episodes e by their analysis, the newest first.
func (s *Store) newestFirst() string {
	return ` ORDER BY e.processed_at DESC` + s.nullsLast() + `, e.id DESC`
}

// newestOccurrences returns a page of the occurrence lists of an entity but that of one episode (0: of none), the newest analysis first.
func (s *Store) newestOccurrences(ctx context.Context, tx *db.Tx, e *db.Entity, v database.Viewer, but int, p page) ([]int, error) {
	if !newestByIDs(e, v) {
		return database.Query[int](ctx, s.DB, tx, `SELECT l.id`+s.occurrences(e, v)+` AND e.id <> ?`+s.newestFirst()+` LIMIT ? OFFSET ?`,
			but, p.limit, p.offset)
	}
	return s.newestByID(ctx, tx, e, v, but, p)
}

// newestByIDs says that the newest of an entity are looked for by their ids first.
func newestByIDs(e *db.Entity, v database.Viewer) bool {
	return e.EpisodeCount >= oftenMentioned && !e.Hidden && !v.SeesPrivate()
}

// placed is an occurrence list with its place in the order of analysis.
type placed struct {
	ID        int        `sql:"id"`
	EpisodeID int        `sql:"episode_id"`
	At        *time.Time `sql:"processed_at"`
}

// at is when the episode was analyzed; before everything else when nobody knows.
func (p placed) at() time.Time {
	if p.At == nil {
		return time.Time{}
	}
	return *p.At
}

func newerFirst(a, b placed) int {
	return cmp.Or(b.at().Compare(a.at()), cmp.Compare(b.EpisodeID, a.EpisodeID))
}

// newestByID is newestOccurrences of an entity with many. An index has those with the highest ids, and most episodes are analyzed in the
// order of their ids. What was analyzed since the last of these, and has a lower id, was analyzed again: that comes out of the list of
// all episodes, where it is asked for the entity.
func (s *Store) newestByID(ctx context.Context, tx *db.Tx, e *db.Entity, v database.Viewer, but int, p page) ([]int, error) {
	want := p.offset + p.limit
	lists, err := database.Query[placed](ctx, s.DB, tx, `SELECT l.id, l.episode_id, e.processed_at FROM episode_entities l
		CROSS JOIN episodes e WHERE e.id = l.episode_id AND e.id <> ? AND `+s.occurs(e, v)+` ORDER BY l.episode_id DESC LIMIT ?`, but, want)
	if err != nil {
		return nil, err
	}
	if len(lists) == want && want > 0 {
		lowest := lists[want-1].EpisodeID
		slices.SortFunc(lists, newerFirst)
		// "+ 0" keeps the databases from walking all lower ids instead of the list of what is newest.
		again, err := database.Query[placed](ctx, s.DB, tx, `SELECT l.id, l.episode_id, e.processed_at FROM episodes e
			CROSS JOIN episode_entities l WHERE e.processed_at >= ? AND e.id + 0 < ? AND e.id + 0 <> ? AND l.episode_id = e.id AND `+
			s.occurs(e, v)+s.newestFirst()+` LIMIT ?`, lists[want-1].at(), lowest, but, want)
		if err != nil {
			return nil, err
		}
		lists = append(lists, again...)
	}
	slices.SortFunc(lists, newerFirst)
	ids := make([]int, 0, p.limit)
	for _, l := range lists[min(p.offset, len(lists)):min(want, len(lists))] {
		ids = append(ids, l.ID)
	}
	return ids, nil
}

// MostTelling is the one of the mentions m of an entity in an episode that is quoted. "+ 0" keeps PostgreSQL from walking all mentions of
// the entity in the order of what they tell.
const MostTelling = ` ORDER BY m.telling + 0 DESC, m.confidence DESC, m.start LIMIT 1`

// mostTelling returns the mention that tells most of each occurrence list, in the order of the lists.
func (s *Store) mostTelling(ctx context.Context, tx *db.Tx, lists []int) ([]int, error) {
	type telling struct {
		ID      int `sql:"id"`
		Mention int `sql:"mention"`
	}
	rows, err := database.Query[telling](ctx, s.DB, tx, `SELECT l.id, COALESCE((SELECT m.id FROM mentions m
		WHERE m.episode_id = l.episode_id AND m.entity_id = l.entity_id AND m.confidence >= ? AND m.context = `+CountedIn("l.type")+
		MostTelling+`), 0) AS mention FROM episode_entities l WHERE l.id IN ?`,
		PublishedConfidence, database.IDs(lists))
	slices.SortFunc(rows, func(a, b telling) int { return slices.Index(lists, a.ID) - slices.Index(lists, b.ID) })
	ids := make([]int, 0, len(rows))
	for _, r := range rows {
		ids = append(ids, r.Mention)
	}
	return ids, err
}
