package rereading

import (
	"context"
	"slices"
	"strings"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbepisode "mentionary/ent/db/rereadingepisode"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// Bounds of one step.
const (
	window      = 100   // entities whose news is taken at once, and names
	maxEpisodes = 2_000 // episodes that one name is looked for in
	maxReadings = 20    // how often a pass reads one episode: what teaches itself something new for ever is left then
)

// standing is how an entity stands now; the indexes of news hold those that earlier episodes were told otherwise.
var standing = database.Standing("e.")

var entitiesWithNews = ` FROM entities e WHERE e.told <> ` + standing

const namesWithNews = ` FROM alias a WHERE a.told <> a.confirmed`

// isNews reports whether earlier episodes may say something else by now.
func (s *Store) isNews(ctx context.Context, tx *db.Tx) (bool, error) {
	for _, question := range []string{`SELECT e.id` + entitiesWithNews + ` LIMIT 1`, `SELECT a.id` + namesWithNews + ` LIMIT 1`} {
		found, err := database.Query[int](ctx, s.DB, tx, question)
		if err != nil || len(found) > 0 {
			return len(found) > 0, err
		}
	}
	return false, nil
}

// stands is a standing in its parts.
type stands struct {
	typ, episodes string
	listed        bool
	name          string
}

func readStanding(text string) stands {
	parts := strings.SplitN(strings.TrimPrefix(text, database.NewsMark), ":", 4)
	if len(parts) < 4 {
		return stands{}
	}
	return stands{typ: parts[0], episodes: parts[1], listed: parts[2] != "", name: parts[3]}
}

// known is what the catalogue pass looks for of it.
func (s stands) known() stands {
	if !s.listed {
		return stands{}
	}
	s.episodes = ""
	return s
}

// entityNews is an entity that stands otherwise than earlier episodes were told.
type entityNews struct {
	ID   int          `sql:"id"`
	Type mention.Type `sql:"type"`
	Told string       `sql:"told"`
	Now  string       `sql:"now"`
}

// TakeNews takes a window of news, puts the episodes that it touches on the list of the pass's next round, and marks it as told, in one
// transaction. It reports whether there was any. A pass that has ended is refused as stale.
func (s *Store) TakeNews(ctx context.Context, id int) (some bool, err error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
		r, err := s.lock(ctx, tx, id)
		if err != nil {
			return false, err
		}
		entities, err := database.Query[entityNews](ctx, s.DB, tx, `SELECT e.id, e.type, e.told, `+standing+` AS now`+entitiesWithNews+
			` ORDER BY e.id LIMIT ?`, window)
		if err != nil {
			return false, err
		}
		names, err := database.Query[int](ctx, s.DB, tx, `SELECT a.id`+namesWithNews+` ORDER BY a.id LIMIT ?`, window)
		if err != nil || len(entities)+len(names) == 0 {
			return false, err
		}
		t := &touched{s: s, tx: tx, forms: map[string]bool{}, episodes: map[int]bool{}}
		for _, take := range []func() error{
			func() error { return t.takeEntities(ctx, entities) },
			func() error { return t.takeNames(ctx, names) },
			func() error { return t.find(ctx) },
			func() error { return t.list(ctx, r) },
		} {
			if err := take(); err != nil {
				return false, err
			}
		}
		return true, tx.Rereading.UpdateOneID(id).AddLookedAt(len(entities) + len(names)).SetUpdatedAt(s.Now()).Exec(ctx)
	})
}

// NextRound begins the next round of a pass when something is listed for it, and reports whether there is.
func (s *Store) NextRound(ctx context.Context, id int) (bool, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
		r, err := s.lock(ctx, tx, id)
		if err != nil {
			return false, err
		}
		listed, err := database.Query[int](ctx, s.DB, tx, `SELECT id FROM rereading_episodes WHERE rereading_id = ? AND round = ? LIMIT 1`,
			id, r.Round+1)
		if err != nil || len(listed) == 0 {
			return false, err
		}
		return true, tx.Rereading.UpdateOneID(id).SetRound(r.Round + 1).SetUpdatedAt(s.Now()).Exec(ctx)
	})
}

// touched is what news touches.
type touched struct {
	s        *Store
	tx       *db.Tx
	forms    map[string]bool // names to look for in transcripts
	episodes map[int]bool
}

// takeEntities notes what entities with news touch and marks them as told: where the names stand that the directory knows since or no
// more, and what may mean them, or what they may mean, by now. What is left of those that nobody says any more goes.
func (t *touched) takeEntities(ctx context.Context, entities []entityNews) error {
	var known, gone, all []int
	for _, e := range entities {
		all = append(all, e.ID)
		before, now := readStanding(e.Told), readStanding(e.Now)
		if before.known() == now.known() {
			continue
		}
		known = append(known, e.ID)
		if !now.listed {
			gone = append(gone, e.ID)
		}
		for _, at := range []stands{before, now} {
			if at.listed {
				t.forms[at.name] = true
			}
		}
	}
	aliases, err := t.tx.Alias.Query().Where(dbalias.EntityIDIn(known...), dbalias.Confirmed(true)).Select(dbalias.FieldName).Strings(ctx)
	if err != nil {
		return err
	}
	for _, name := range aliases {
		t.forms[name] = true
	}
	mayMean, err := t.s.publish.EpisodesThatMayMean(ctx, t.tx, all)
	if err != nil {
		return err
	}
	for _, id := range mayMean {
		t.episodes[id] = true
	}
	if err := t.s.Exec(ctx, t.tx, `UPDATE entities AS e SET told = `+standing+` WHERE e.id IN `+database.In(all)); err != nil {
		return err
	}
	return t.s.dropUnsaid(ctx, t.tx, gone)
}

// takeNames notes learned names that are confirmed since, or no more, and marks them as told.
func (t *touched) takeNames(ctx context.Context, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	names, err := t.tx.Alias.Query().Where(dbalias.IDIn(ids...)).Select(dbalias.FieldName).Strings(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		t.forms[name] = true
	}
	return t.s.Exec(ctx, t.tx, `UPDATE alias SET told = confirmed WHERE id IN `+database.In(ids))
}

// list writes the episodes that are touched for the next round.
func (t *touched) list(ctx context.Context, r *db.Rereading) error {
	ids := make([]int, 0, len(t.episodes))
	for id := range t.episodes {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var rows []*db.RereadingEpisodeCreate
	for part := range slices.Chunk(ids, database.IDChunk) {
		often, err := database.Query[int](ctx, t.s.DB, t.tx, `SELECT episode_id FROM rereading_episodes WHERE rereading_id = ?
			AND episode_id IN `+database.In(part)+` GROUP BY episode_id HAVING COUNT(*) >= ?`, r.ID, maxReadings)
		if err != nil {
			return err
		}
		for _, id := range part {
			if !slices.Contains(often, id) {
				rows = append(rows, t.tx.RereadingEpisode.Create().SetRereadingID(r.ID).SetRound(r.Round+1).SetEpisodeID(id))
			}
		}
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		err := t.tx.RereadingEpisode.CreateBulk(part...).
			OnConflictColumns(dbepisode.FieldRereadingID, dbepisode.FieldRound, dbepisode.FieldEpisodeID).Ignore().Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}
