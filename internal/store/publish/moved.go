package publish

import (
	"cmp"
	"context"
	"slices"

	"mentionary/ent/db"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

const (
	movedWithinMS = 30_000 // two transcripts of the same audio tell the same words at about the same time
	movedBeside   = 8      // new mentions that are looked at on either side of an old one
)

// move is a mention of a former transcript that goes on as one of the new.
type move struct{ id, start, apart int }

// moves finds for the mentions of a former transcript those of the same entity that are said at the same time in the new one: each
// goes on as the nearest, so that what people said about it stays with it. What has no time goes nowhere.
func moves(old []*db.Mention, lists []*occurrence) []move {
	said := map[int][]*mention.Mention{}
	for _, o := range lists {
		timed := slices.DeleteFunc(slices.Clone(o.mentions), func(m *mention.Mention) bool { return m.EndMS == 0 })
		slices.SortStableFunc(timed, func(a, b *mention.Mention) int { return cmp.Compare(a.StartMS, b.StartMS) })
		said[o.entity.ID] = timed
	}
	var pairs []move
	entities := map[int]int{}
	for _, m := range old {
		there := said[m.EntityID]
		at, _ := slices.BinarySearchFunc(there, m.StartMs, func(n *mention.Mention, ms int) int { return cmp.Compare(n.StartMS, ms) })
		for _, n := range there[max(0, at-movedBeside):min(len(there), at+movedBeside)] {
			if apart := max(n.StartMS-m.StartMs, m.StartMs-n.StartMS); m.EndMs > 0 && apart <= movedWithinMS {
				pairs = append(pairs, move{m.ID, n.Start, apart})
				entities[m.ID] = m.EntityID
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b move) int { return cmp.Compare(a.apart, b.apart) })
	type place struct{ entity, start int }
	taken, gone := map[place]bool{}, map[int]bool{}
	return slices.DeleteFunc(pairs, func(p move) bool {
		to := place{entities[p.id], p.start}
		if taken[to] || gone[p.id] {
			return true
		}
		taken[to], gone[p.id] = true, true
		return false
	})
}

// moveMentions gives mentions of a former transcript the places that they have in the new one, and deletes the others of it.
func (p *publisher) moveMentions(ctx context.Context, lists []*occurrence) error {
	former, err := p.tx.Mention.Query().Where(dbmention.EpisodeID(p.episode.ID), dbmention.TranscriptIDNEQ(p.transcript)).
		Order(dbmention.ByStart(), dbmention.ByID()).
		Select(dbmention.FieldID, dbmention.FieldEntityID, dbmention.FieldStartMs, dbmention.FieldEndMs).All(ctx)
	if err != nil || len(former) == 0 {
		return err
	}
	moving := moves(former, lists)
	stays := make(map[int]bool, len(moving))
	ids := make([]int, 0, len(moving))
	for _, m := range moving {
		stays[m.id] = true
		ids = append(ids, m.id)
	}
	var gone []int
	for _, m := range former {
		if !stays[m.ID] {
			gone = append(gone, m.ID)
		}
	}
	for part := range slices.Chunk(gone, database.IDChunk) {
		if _, err := p.tx.Mention.Delete().Where(dbmention.IDIn(part...)).Exec(ctx); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(ids, database.IDChunk) { // out of the way of each other: a place is one mention's
		if err := p.s.Exec(ctx, p.tx, "UPDATE mentions SET start = -id WHERE id IN "+database.In(part)); err != nil {
			return err
		}
	}
	for _, m := range moving {
		if err := p.tx.Mention.UpdateOneID(m.id).SetStart(m.start).SetTranscriptID(p.transcript).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
