package catalogue

import (
	"context"
	"strconv"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// mentionIDs are a page of the mentions of an entity, in the order of EntityMentions: all of them, or for strangers the most telling one
// of each episode.
func (s *Store) mentionIDs(ctx context.Context, tx *db.Tx, e *db.Entity, f MentionFilter) (ids []int, total Total, err error) {
	quotes, err := s.tellingQuotes(ctx, tx, []int{e.ID}, QuotesFor{Stranger: f.Public})
	if err != nil {
		return nil, Total{}, err
	}
	leading := 0 // no episode
	if q := quotes[e.ID]; q != nil {
		leading = q.EpisodeID
	}
	p := page{limit: database.PageSize(f.Limit), offset: f.Offset}
	if f.Public {
		return s.quotedIDs(ctx, tx, e, f.Viewer, leading, p)
	}
	return s.evidenceIDs(ctx, tx, e, f.Viewer, leading, p)
}

// page is a part of a list.
type page struct{ limit, offset int }

// after returns what of the page lies in the n rows before a list, and the page of the list itself.
func (p page) after(n int) (from, to int, rest page) {
	from, to = min(p.offset, n), min(p.offset+p.limit, n)
	return from, to, page{limit: p.limit - (to - from), offset: p.offset - from}
}

// quotedIDs are the most telling mentions of the episodes of an entity, the leading episode first.
func (s *Store) quotedIDs(ctx context.Context, tx *db.Tx, e *db.Entity, v database.Viewer, leading int, p page) ([]int, Total, error) {
	total, err := s.occurrenceTotal(ctx, tx, e, v)
	if err != nil {
		return nil, Total{}, err
	}
	first, err := database.Query[int](ctx, s.DB, tx, `SELECT id FROM episode_entities WHERE episode_id = ? AND entity_id = ?`, leading, e.ID)
	if err != nil {
		return nil, Total{}, err
	}
	from, to, rest := p.after(len(first))
	lists, err := s.newestOccurrences(ctx, tx, e, v, leading, rest)
	if err != nil {
		return nil, Total{}, err
	}
	ids, err := s.mostTelling(ctx, tx, append(first[from:to:to], lists...))
	return ids, total, err
}

// evidenceIDs are all mentions of an entity that a viewer may know of, those of the leading episode first.
func (s *Store) evidenceIDs(ctx context.Context, tx *db.Tx, e *db.Entity, v database.Viewer, leading int, p page) ([]int, Total, error) {
	counted := string(e.Type.CountedIn())
	from := ` FROM episodes e CROSS JOIN mentions m`
	if !s.Postgres() && e.EpisodeCount < oftenMentioned {
		from = ` FROM mentions m CROSS JOIN episodes e`
	}
	from += ` WHERE m.entity_id = ` + strconv.Itoa(e.ID) + ` AND m.episode_id = e.id AND m.confidence >= ? AND m.context = ?` +
		` AND e.is_processed` + v.VisibleIn("e.")
	total := exactly(e.MentionCount)
	if v.SeesPrivate() || e.Hidden {
		some, err := database.Query[int](ctx, s.DB, tx, `SELECT m.id`+from+` LIMIT ?`, PublishedConfidence, counted, countUpTo+1)
		if err != nil {
			return nil, Total{}, err
		}
		total = totalOf(len(some))
	}
	first, err := database.Query[int](ctx, s.DB, tx, `SELECT m.id FROM mentions m WHERE m.entity_id = ? AND m.episode_id = ?
		AND m.confidence >= ? AND m.context = ? ORDER BY m.start`, e.ID, leading, PublishedConfidence, counted)
	if err != nil {
		return nil, Total{}, err
	}
	begin, end, rest := p.after(len(first))
	others, err := database.Query[int](ctx, s.DB, tx, `SELECT m.id`+from+` AND e.id <> ?`+s.newestFirst()+`, m.start LIMIT ? OFFSET ?`,
		PublishedConfidence, counted, leading, rest.limit, rest.offset)
	return append(first[begin:end:end], others...), total, err
}
