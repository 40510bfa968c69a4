package curate

import (
	"context"
	"fmt"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	"mentionary/ent/db/distinctpair"
	dbentity "mentionary/ent/db/entity"
	dbmerge "mentionary/ent/db/merge"
	"mentionary/internal/fault"
	"mentionary/internal/match"
	"mentionary/internal/store/database"
)

// NewMerge asks to make one entity part of another of the same type.
type NewMerge struct {
	SurvivorID int
	MergedID   int
	Reasons    []string       // sentences; nil: what speaks for it by name and facts
	By         database.Actor // the zero value: a pass
}

// Merged is a merge that was made.
type Merged struct {
	Merge        *db.Merge // without its inverse
	SurvivorName string
	MergedName   string
	CanUndo      bool // neither undone nor followed by a merge of the survivor into another entity
}

// Merge moves everything an entity has to the survivor: mentions, names, blocks, links, favorites. Empty fields of the
// survivor are filled, filled and locked ones stay. Old ids lead to the survivor. The complete inverse is kept, and a
// change by a person is audited. A person may merge a pair that was marked as not the same: the mark goes. A pass may not.
func (s *Store) Merge(ctx context.Context, in NewMerge) (Merged, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Merged, error) {
		if err := s.lockForMerge(ctx, tx, []int{in.SurvivorID, in.MergedID}); err != nil {
			return Merged{}, err
		}
		pair, err := mergePair(ctx, tx, in.SurvivorID, in.MergedID)
		if err != nil {
			return Merged{}, err
		}
		if err := s.settleDistinct(ctx, tx, in); err != nil {
			return Merged{}, err
		}
		id, err := s.merge(ctx, tx, pair, in)
		if err != nil {
			return Merged{}, err
		}
		return s.mergeByID(ctx, tx, id)
	})
}

// pair is a merge about to be made or undone.
type pair struct{ survivor, merged *db.Entity }

func (p pair) ids() []int { return []int{p.survivor.ID, p.merged.ID} }

// mergePair reads two entities that may be merged, or says why they may not.
func mergePair(ctx context.Context, tx *db.Tx, survivorID, mergedID int) (pair, error) {
	if survivorID == mergedID {
		return pair{}, fault.New(fault.BadInput, "An entity cannot be merged with itself. Choose another one.").WithField("mergedId")
	}
	var p pair
	for id, into := range map[int]**db.Entity{survivorID: &p.survivor, mergedID: &p.merged} {
		e, err := loadEntity(ctx, tx, id)
		if db.IsNotFound(err) {
			return pair{}, fault.Newf(fault.NotFound, "There is no entity %d in the directory.", id)
		}
		if err != nil {
			return pair{}, err
		}
		*into = e
	}
	if p.survivor.Type != p.merged.Type {
		return pair{}, fault.Newf(fault.BadInput, "“%s” is a %s and “%s” is a %s. Only entities of the same type can be merged.",
			p.survivor.Name, p.survivor.Type, p.merged.Name, p.merged.Type).WithField("mergedId")
	}
	for _, e := range []*db.Entity{p.survivor, p.merged} {
		switch {
		case e.MergedInto != nil:
			return pair{}, fault.Newf(fault.Conflict, "“%s” was merged earlier: it is part of entity %d. Choose that.", e.Name, *e.MergedInto)
		case e.Hidden:
			return pair{}, fault.Newf(fault.Conflict, "“%s” is hidden. Show it again before you merge it.", e.Name)
		}
	}
	return p, nil
}

// settleDistinct removes the mark "not the same" for a person and refuses a pass.
func (s *Store) settleDistinct(ctx context.Context, tx *db.Tx, in NewMerge) error {
	low, high := min(in.SurvivorID, in.MergedID), max(in.SurvivorID, in.MergedID)
	n, err := tx.DistinctPair.Delete().Where(distinctpair.LowID(low), distinctpair.HighID(high)).Exec(ctx)
	if err == nil && n > 0 && in.By == (database.Actor{}) {
		return fault.New(fault.Conflict, "A person said that these two are not the same.")
	}
	return err
}

// merge makes a checked merge and returns its id.
func (s *Store) merge(ctx context.Context, tx *db.Tx, p pair, in NewMerge) (int, error) {
	if in.Reasons == nil {
		in.Reasons = []string{}
		if sim := p.similarity(); sim.Score >= match.ThresholdReview {
			in.Reasons = reasonTexts(sim.Reasons)
		}
	}
	counted, err := channelRowsOf(ctx, tx, p.merged.ID)
	if err != nil {
		return 0, err
	}
	inv := inverse{Moved: map[string]idList{}, channelRows: counted}
	if err := s.redirect(ctx, tx, p, &inv); err != nil {
		return 0, err
	}
	both, err := s.absorb(ctx, tx, p, &inv)
	if err != nil {
		return 0, err
	}
	if err := s.recountMerge(ctx, tx, p.ids(), both, inv.Channels); err != nil {
		return 0, err
	}
	packed, err := inv.pack()
	if err != nil {
		return 0, err
	}
	row, err := tx.Merge.Create().SetType(p.survivor.Type).SetSurvivorID(p.survivor.ID).SetMergedID(p.merged.ID).
		SetInverse(packed).SetReasons(in.Reasons).SetActor(in.By.PublicID).SetCreatedAt(s.Now()).Save(ctx)
	if err != nil {
		return 0, err
	}
	if in.By == (database.Actor{}) {
		return row.ID, nil
	}
	return row.ID, s.Audit(ctx, tx, in.By, "entity.merge", entityObject(p.survivor.ID),
		map[string]any{"merged": p.merged.ID, "mergedName": p.merged.Name}, map[string]any{"merge": row.ID})
}

// entityObject names an entity in the audit log.
func entityObject(id int) string { return fmt.Sprintf("entity/%d", id) }

// redirect lets the old id, and those that led to it, lead to the survivor.
func (s *Store) redirect(ctx context.Context, tx *db.Tx, p pair, inv *inverse) error {
	before, err := tx.Entity.Query().Where(dbentity.MergedInto(p.merged.ID)).Order(dbentity.ByID()).IDs(ctx)
	if err != nil {
		return err
	}
	inv.Redirected = before
	for part := range slices.Chunk(before, database.IDChunk) {
		if err := tx.Entity.Update().Where(dbentity.IDIn(part...)).SetMergedInto(p.survivor.ID).Exec(ctx); err != nil {
			return err
		}
	}
	return tx.Entity.UpdateOneID(p.merged.ID).SetMergedInto(p.survivor.ID).SetUpdatedAt(s.Now()).Exec(ctx)
}

// lockForMerge locks what a merge of the entities changes, in the order in which Publish does: episodes, channels,
// entities.
func (s *Store) lockForMerge(ctx context.Context, tx *db.Tx, ids []int) error {
	if !s.Postgres() {
		return nil
	}
	lists := ` IN (SELECT episode_id FROM episode_entities WHERE entity_id IN ` + database.In(ids) + `)`
	for _, statement := range []string{
		`SELECT id FROM episodes WHERE id` + lists + ` ORDER BY id FOR UPDATE`,
		`SELECT id FROM channels WHERE id IN (SELECT channel_id FROM episodes WHERE id` + lists + `) ORDER BY id FOR UPDATE`,
	} {
		if err := s.Exec(ctx, tx, statement); err != nil {
			return err
		}
	}
	return s.LockRows(ctx, tx, "entities", slices.Clone(ids))
}

// MergeFilter selects merges. Empty fields do not limit.
type MergeFilter struct {
	EntityID int // took part, as survivor or merged
	Limit    int // 0: MaxPage
	Offset   int
}

// Merges lists merges, newest first, and the number of all.
func (s *Store) Merges(ctx context.Context, f MergeFilter) ([]Merged, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Merged, int, error) {
		q := tx.Merge.Query()
		if f.EntityID != 0 {
			q.Where(dbmerge.Or(dbmerge.SurvivorID(f.EntityID), dbmerge.MergedID(f.EntityID)))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbmerge.ByID(sql.OrderDesc())).Limit(database.PageSize(f.Limit)).Offset(f.Offset).
			Select(shownMergeColumns()...).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := s.named(ctx, tx, rows)
		return out, total, err
	})
}

// shownMergeColumns are all but the inverse, which is large and nobody's business.
func shownMergeColumns() []string {
	return slices.DeleteFunc(slices.Clone(dbmerge.Columns), func(c string) bool { return c == dbmerge.FieldInverse })
}

func (s *Store) mergeByID(ctx context.Context, tx *db.Tx, id int) (Merged, error) {
	rows, err := tx.Merge.Query().Where(dbmerge.ID(id)).Select(shownMergeColumns()...).All(ctx)
	if err != nil || len(rows) == 0 {
		return Merged{}, err
	}
	named, err := s.named(ctx, tx, rows)
	if err != nil {
		return Merged{}, err
	}
	return named[0], nil
}

// named adds the names of both sides.
func (s *Store) named(ctx context.Context, tx *db.Tx, rows []*db.Merge) ([]Merged, error) {
	var ids []int
	for _, m := range rows {
		ids = append(ids, m.SurvivorID, m.MergedID)
	}
	entities, err := s.catalogue.EntitiesByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	latest, err := latestOf(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Merged, 0, len(rows))
	for _, m := range rows {
		one := Merged{Merge: m}
		if e := entities[m.SurvivorID]; e != nil {
			one.SurvivorName, one.CanUndo = e.Name, m.UndoneAt == nil && e.MergedInto == nil &&
				latest[m.SurvivorID].afterMerge < m.ID && latest[m.MergedID].afterMerge < m.ID
		}
		if e := entities[m.MergedID]; e != nil {
			one.MergedName = e.Name
		}
		out = append(out, one)
	}
	return out, nil
}
