package review

import (
	"context"
	"encoding/json"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	"mentionary/ent/db/distinctpair"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbmention "mentionary/ent/db/mention"
	dbreport "mentionary/ent/db/report"
	dbruling "mentionary/ent/db/ruling"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
)

// Undo takes a decision back: mentions, counters and the glossary are as they were. What was analyzed again since then is
// what that analysis made of it, and the next one forgets the decision. A later change, merge or decision about the same stands
// in the way, and the answer names it.
//
// Idempotent: what is undone stays undone.
func (s *Store) Undo(ctx context.Context, id int, by database.Actor) (*db.Ruling, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Ruling, error) {
		if err := s.LockRows(ctx, tx, "rulings", []int{id}); err != nil {
			return nil, err
		}
		r, err := tx.Ruling.Query().Where(dbruling.ID(id)).WithChannel().Only(ctx)
		if db.IsNotFound(err) {
			return nil, fault.New(fault.NotFound, "There is no such decision.")
		}
		if err != nil || r.UndoneAt != nil {
			return r, err
		}
		inv, err := unpack(r.Inverse)
		if err != nil {
			return nil, err
		}
		u := &undoing{s: s, tx: tx, ruling: r, inverse: inv}
		if err := u.run(ctx); err != nil {
			return nil, err
		}
		now := s.Now()
		if err := tx.Ruling.UpdateOneID(id).SetUndoneAt(now).ClearInverse().Exec(ctx); err != nil {
			return nil, err
		}
		if err := u.dropMadeEntity(ctx); err != nil {
			return nil, err
		}
		r.UndoneAt, r.Inverse = &now, nil
		if err := s.Audit(ctx, tx, by, "review.undo", rulingObject(id), after(r, ""), nil); err != nil {
			return nil, err
		}
		return r, s.Raise(ctx, tx)
	})
}

// undoing takes one decision back.
type undoing struct {
	s        *Store
	tx       *db.Tx
	ruling   *db.Ruling
	inverse  inverse
	episodes []int
	entities []*db.Entity
}

func (u *undoing) run(ctx context.Context) error {
	if err := u.lock(ctx); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{
		u.refuseLater, u.changeBack, u.putBack, u.returnCounted, u.dropMade,
		u.restoreUnproven, u.restoreGlossary, u.restoreMayBe, u.reopenReports,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := u.s.curate.Recount(ctx, u.tx, u.entities, u.episodes, []int{u.ruling.ChannelID}); err != nil {
		return err
	}
	return u.s.catalogue.RecountUnproven(ctx, u.tx, u.ruling.ChannelID,
		[]catalogue.UnprovenName{{Type: u.ruling.Type, Key: extract.Key(u.ruling.Name)}})
}

// dropMadeEntity takes away the entity that the decision, undone now, made. If another one led to it since, it goes with that.
func (u *undoing) dropMadeEntity(ctx context.Context) error {
	if !u.inverse.MadeEntity {
		return nil
	}
	heir, err := u.tx.Ruling.Query().Where(dbruling.TargetID(u.ruling.TargetID), dbruling.IDNEQ(u.ruling.ID), dbruling.UndoneAtIsNil()).
		Order(dbruling.ByID()).First(ctx)
	if db.IsNotFound(err) {
		return u.s.curate.DropUnheld(ctx, u.tx, u.ruling.TargetID)
	}
	if err != nil {
		return err
	}
	inv, err := unpack(heir.Inverse)
	if err != nil {
		return err
	}
	inv.MadeEntity = true
	packed, err := inv.pack()
	if err != nil {
		return err
	}
	return u.tx.Ruling.UpdateOneID(heir.ID).SetInverse(packed).Exec(ctx)
}

// refuseLater refuses to take a decision back out of order: rows could not be restored to what they were. What only made mentions
// sure is taken back wherever they are now.
func (u *undoing) refuseLater(ctx context.Context) error {
	r := u.ruling
	if r.EntityID != 0 && r.Decision != dbruling.DecisionRight {
		ids, after := []int{r.EntityID, r.TargetID}, curate.Moment{Change: r.AfterChange, Merge: r.AfterMerge}
		if err := curate.RefuseLaterChange(ctx, u.tx, ids, after); err != nil {
			return err
		}
		if err := curate.RefuseLaterMerge(ctx, u.tx, ids, after, 0); err != nil {
			return err
		}
	}
	same := dbruling.And(dbruling.EntityIDGT(0), dbruling.EntityIDIn(r.EntityID, r.TargetID))
	if r.EntityID != 0 {
		same = dbruling.Or(same, dbruling.TargetID(r.EntityID))
	}
	q := u.tx.Ruling.Query().Where(dbruling.ChannelID(r.ChannelID), dbruling.IDGT(r.ID), dbruling.UndoneAtIsNil(), same)
	if r.Scope == dbruling.ScopeSentence {
		q.Where(dbruling.Or(dbruling.ScopeNEQ(r.Scope), dbruling.MentionID(r.MentionID)))
	}
	later, err := q.Order(dbruling.ByID(sql.OrderDesc())).FirstID(ctx)
	if err != nil {
		return db.MaskNotFound(err)
	}
	return decidedLater(later)
}

func decidedLater(ruling int) error {
	return fault.Newf(fault.Conflict, "This was decided again later (decision number %d). Undo that first, then this.", ruling)
}

// lock locks what the decision changed: episodes, their channel, entities.
func (u *undoing) lock(ctx context.Context) error {
	entities := []int{u.ruling.TargetID}
	ids := slices.Clone(u.inverse.Made)
	for _, m := range u.inverse.Removed {
		u.episodes, entities = append(u.episodes, m.EpisodeID), append(entities, m.EntityID)
	}
	for _, m := range u.inverse.Unproven {
		u.episodes = append(u.episodes, m.EpisodeID)
	}
	for _, m := range u.inverse.Changed {
		ids, entities = append(ids, m.ID), append(entities, m.From, m.To)
	}
	for part := range slices.Chunk(ids, database.IDChunk) {
		now, err := u.tx.Mention.Query().Where(dbmention.IDIn(part...)).Select(dbmention.FieldEpisodeID, dbmention.FieldEntityID).All(ctx)
		if err != nil {
			return err
		}
		for _, m := range now { // a merge or a split may have taken it along
			u.episodes, entities = append(u.episodes, m.EpisodeID), append(entities, m.EntityID)
		}
	}
	slices.Sort(u.episodes)
	u.episodes = slices.Compact(u.episodes)
	if err := u.s.LockRows(ctx, u.tx, "episodes", slices.Clone(u.episodes)); err != nil {
		return err
	}
	if err := u.s.LockRows(ctx, u.tx, "channels", []int{u.ruling.ChannelID}); err != nil {
		return err
	}
	slices.Sort(entities)
	entities = slices.Compact(entities)
	if err := u.s.LockRows(ctx, u.tx, "entities", slices.Clone(entities)); err != nil {
		return err
	}
	var err error
	u.entities, err = u.tx.Entity.Query().Where(dbentity.IDIn(entities...)).Order(dbentity.ByID()).All(ctx)
	return err
}

// changeBack gives mentions back to the entity that they were of, where nobody moved them since. What stayed where it was may be
// anywhere now.
func (u *undoing) changeBack(ctx context.Context) error {
	for _, c := range u.inverse.Changed {
		m, err := u.tx.Mention.Get(ctx, c.ID)
		if db.IsNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		to := c.From
		switch {
		case c.From == c.To:
			to = m.EntityID
		case m.EntityID != c.To:
			continue
		default:
			clash, err := u.tx.Mention.Query().Where(placeOf(m.EpisodeID, to, m.Start)).Exist(ctx)
			if err != nil {
				return err
			}
			if clash {
				continue
			}
		}
		err = u.tx.Mention.UpdateOneID(c.ID).SetEntityID(to).SetConfidence(c.Confidence).SetContext(c.Context).SetSignals(c.Signals).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// putBack makes mentions again that went, under their ids, where the episode still is read from the same transcript.
func (u *undoing) putBack(ctx context.Context) error {
	current := map[int]int{}
	for part := range slices.Chunk(u.episodes, database.IDChunk) {
		rows, err := u.tx.Episode.Query().Where(dbepisode.IDIn(part...)).Select(dbepisode.FieldID, dbepisode.FieldTranscriptID).All(ctx)
		if err != nil {
			return err
		}
		for _, e := range rows {
			if e.TranscriptID != nil {
				current[e.ID] = *e.TranscriptID
			}
		}
	}
	for _, m := range u.inverse.Removed {
		if current[m.EpisodeID] != m.TranscriptID {
			continue
		}
		claims, err := json.Marshal(m.Claims)
		if err != nil {
			return err
		}
		signals, err := json.Marshal(m.Signals)
		if err != nil {
			return err
		}
		err = u.s.Exec(ctx, u.tx, `INSERT INTO mentions (id, episode_id, entity_id, run_id, transcript_id, start, "end", quote_start, quote_end,
			cue, start_ms, end_ms, surface, quote, speaker, context, stance, claims, signals, confidence, telling)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			m.ID, m.EpisodeID, m.EntityID, m.RunID, m.TranscriptID, m.Start, m.End, m.QuoteStart, m.QuoteEnd,
			m.Cue, m.StartMs, m.EndMs, m.Surface, m.Quote, m.Speaker, m.Context, m.Stance, claims, signals, m.Confidence, m.Telling)
		if err != nil {
			return err
		}
	}
	return nil
}

// returnCounted puts the rows back that counted the claimed entity.
func (u *undoing) returnCounted(ctx context.Context) error {
	was := u.inverse.Counted
	if was == nil {
		return nil
	}
	i := slices.IndexFunc(u.entities, func(e *db.Entity) bool { return e.ID == was.EntityID })
	if i < 0 {
		return nil
	}
	return u.s.curate.ReturnCounted(ctx, u.tx, u.entities[i], *was)
}

func (u *undoing) dropMade(ctx context.Context) error {
	for part := range slices.Chunk(u.inverse.Made, database.IDChunk) {
		if _, err := u.tx.Mention.Delete().Where(dbmention.IDIn(part...)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// restoreUnproven makes claims without proof wait again, of episodes that are still read from the same transcript.
func (u *undoing) restoreUnproven(ctx context.Context) error {
	for _, r := range u.inverse.Unproven {
		there, err := u.tx.Episode.Query().Where(dbepisode.ID(r.EpisodeID), dbepisode.TranscriptID(r.TranscriptID)).Exist(ctx)
		if err != nil {
			return err
		}
		if !there {
			continue
		}
		err = u.tx.Unproven.Create().SetEpisodeID(r.EpisodeID).SetChannelID(r.ChannelID).SetRunID(r.RunID).SetTranscriptID(r.TranscriptID).
			SetType(r.Type).SetKey(r.Key).SetName(r.Name).SetClaim(r.Claim).
			OnConflictColumns("episode_id", "type", "key").Ignore().Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

func (u *undoing) restoreMayBe(ctx context.Context) error {
	if u.inverse.MayBe == 0 {
		return nil
	}
	for _, e := range u.entities {
		if e.ID != u.ruling.TargetID {
			continue
		}
		if err := u.tx.Entity.UpdateOneID(e.ID).SetMayBe(u.inverse.MayBe).Exec(ctx); err != nil {
			return err
		}
		if u.inverse.Distinct {
			_, err := u.tx.DistinctPair.Delete().Where(distinctpair.LowID(min(e.ID, u.inverse.MayBe)),
				distinctpair.HighID(max(e.ID, u.inverse.MayBe))).Exec(ctx)
			return err
		}
	}
	return nil
}

func (u *undoing) reopenReports(ctx context.Context) error {
	if len(u.inverse.Reports) == 0 {
		return nil
	}
	return u.tx.Report.Update().Where(dbreport.IDIn(u.inverse.Reports...)).SetState(dbreport.StateOpen).ClearClosedAt().SetClosedBy("").
		Exec(ctx)
}

// placeOf is a mention's natural key.
func placeOf(episode, entity, start int) dbmentionPredicate {
	return dbmention.And(dbmention.EpisodeID(episode), dbmention.EntityID(entity), dbmention.Start(start))
}
