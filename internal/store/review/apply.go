package review

import (
	"context"
	"slices"

	"mentionary/ent/db"
	"mentionary/ent/db/distinctpair"
	dbglossary "mentionary/ent/db/glossary"
	dbmention "mentionary/ent/db/mention"
	"mentionary/ent/db/predicate"
	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

type (
	dbmentionPredicate = predicate.Mention
	dbrulingPredicate  = predicate.Ruling
)

// remove takes mentions away: what is said there names nothing.
func (c *decision) remove(ctx context.Context, rows []*db.Mention) error {
	ids := make([]int, 0, len(rows))
	for _, m := range rows {
		ids = append(ids, m.ID)
		c.inverse.Removed = append(c.inverse.Removed, bare(m))
	}
	for part := range slices.Chunk(ids, database.IDChunk) {
		if _, err := c.tx.Mention.Delete().Where(dbmention.IDIn(part...)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// confirm makes doubtful mentions sure, and says that the entity is not the one that it may be.
func (c *decision) confirm(ctx context.Context, rows []*db.Mention) error {
	for _, m := range rows {
		if m.Confidence >= extract.Published && !c.in.Sentence && c.kind == "low" {
			continue
		}
		if err := c.vouch(ctx, m, m.EntityID, m.Context); err != nil {
			return err
		}
	}
	if c.in.Sentence || c.entity.MayBe == nil {
		return nil
	}
	return c.settleMayBe(ctx)
}

// settleMayBe remembers that the entity is one of its own.
func (c *decision) settleMayBe(ctx context.Context) error {
	other := *c.entity.MayBe
	c.inverse.MayBe = other
	if err := c.tx.Entity.UpdateOneID(c.entity.ID).ClearMayBe().SetUpdatedAt(c.s.Now()).Exec(ctx); err != nil {
		return err
	}
	low, high := min(other, c.entity.ID), max(other, c.entity.ID)
	known, err := c.tx.DistinctPair.Query().Where(distinctpair.LowID(low), distinctpair.HighID(high)).Exist(ctx)
	if err != nil || known || low == high {
		return err
	}
	c.inverse.Distinct = true
	return c.tx.DistinctPair.Create().SetLowID(low).SetHighID(high).SetActor(c.in.By.PublicID).SetCreatedAt(c.s.Now()).
		OnConflictColumns(distinctpair.FieldLowID, distinctpair.FieldHighID).Ignore().Exec(ctx)
}

// move gives mentions to what is meant. Where that is said already, the one that moves goes.
func (c *decision) move(ctx context.Context, rows []*db.Mention) error {
	type place struct{ episode, start int }
	there := map[place]bool{}
	for part := range slices.Chunk(c.episodes, database.IDChunk) {
		own, err := c.tx.Mention.Query().Where(dbmention.EntityID(c.target.ID), dbmention.EpisodeIDIn(part...)).
			Select(dbmention.FieldEpisodeID, dbmention.FieldStart).All(ctx)
		if err != nil {
			return err
		}
		for _, m := range own {
			there[place{m.EpisodeID, m.Start}] = true
		}
	}
	var clashing []*db.Mention
	for _, m := range rows {
		if there[place{m.EpisodeID, m.Start}] {
			clashing = append(clashing, m)
			continue
		}
		said := m.Context
		if c.target.Type == mention.Sponsor && c.entity.Type != mention.Sponsor {
			said = string(mention.Ad)
		}
		if err := c.vouch(ctx, m, c.target.ID, said); err != nil {
			return err
		}
	}
	return c.remove(ctx, clashing)
}

// vouch makes one mention sure, and keeps how it was.
func (c *decision) vouch(ctx context.Context, m *db.Mention, entity int, said string) error {
	sure := extract.Reviewed(mention.Mention{Candidate: mention.Candidate{Signals: m.Signals}, Confidence: m.Confidence})
	c.inverse.Changed = append(c.inverse.Changed, changed{
		ID: m.ID, From: m.EntityID, To: entity, Confidence: m.Confidence, Context: m.Context, Signals: m.Signals,
	})
	return c.tx.Mention.UpdateOneID(m.ID).SetEntityID(entity).SetContext(said).SetSignals(sure.Signals).SetConfidence(sure.Confidence).
		Exec(ctx)
}

// remember writes what was decided into the channel's glossary.
func (c *decision) remember(ctx context.Context, heard string, about int) error {
	line := Line{ChannelID: c.channel, Heard: heard, Blocked: c.target == nil, aboutID: about}
	if c.typ == mention.Sponsor {
		line.Type = c.typ // they stand apart
	}
	if c.target != nil {
		line.Meant, line.MeantType, line.EntityID = c.target.Name, c.target.Type, c.target.ID
	}
	if c.in.Sentence && c.mention != nil {
		line.sentence = extract.SentenceKey(c.mention.Quote)
	}
	replaced, err := c.s.writeLine(ctx, c.tx, line, c.in.By)
	if err != nil {
		return err
	}
	c.inverse.Glossary = append(c.inverse.Glossary, replaced)
	return nil
}

// signLines notes at the lines that were written which decision they come of.
func (c *decision) signLines(ctx context.Context, ruling int) error {
	ids := make([]int, 0, len(c.inverse.Glossary))
	for _, g := range c.inverse.Glossary {
		ids = append(ids, g.ID)
	}
	return c.tx.Glossary.Update().Where(dbglossary.IDIn(ids...)).SetRulingID(ruling).Exec(ctx)
}

// bare is a row without what was loaded beside it.
func bare(m *db.Mention) db.Mention {
	row := *m
	row.Edges = db.MentionEdges{}
	return row
}
