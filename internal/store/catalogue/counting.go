package catalogue

import (
	"context"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// countUpTo is how far rows that match a filter are counted: a larger list has at least so many.
const countUpTo = 1000

// Total is how many rows a list has.
type Total struct {
	N       int
	AtLeast bool // there are more: counting stopped
}

// counts is a question that can be counted.
type counts[Q any] interface {
	Clone() Q
	Limit(int) Q
	IDs(context.Context) ([]int, error)
}

// countSome counts the rows of a list as far as it is worth it.
func countSome[Q counts[Q]](ctx context.Context, q Q) (Total, error) {
	ids, err := q.Clone().Limit(countUpTo + 1).IDs(ctx)
	return totalOf(len(ids)), err
}

// totalOf is the total of a list of which at most countUpTo+1 rows were read.
func totalOf(read int) Total { return Total{min(read, countUpTo), read > countUpTo} }

// exactly is the total of a list whose size is kept.
func exactly(n int) Total { return Total{N: n} }

// entityTotal is the total of a list of entities: kept where it is everything or everything of a type, of the directory or a channel. found
// is how many a search found; it counts them where nothing else limits the list.
func (s *Store) entityTotal(ctx context.Context, tx *db.Tx, q *db.EntityQuery, f EntityFilter, found int) (Total, error) {
	if f.Search != "" && !f.narrowed() && f.Channel == "" {
		return totalOf(found), nil
	}
	if f.Search != "" || f.narrowed() {
		return countSome(ctx, q)
	}
	if f.Channel != "" {
		c, err := tx.Channel.Query().Where(dbchannel.PublicID(f.Channel)).Only(ctx)
		if err != nil {
			return Total{}, db.MaskNotFound(err)
		}
		return totalOfChannel(c, f.Type), nil
	}
	totals, err := s.totals(ctx, tx)
	if err != nil || f.Type != "" {
		return exactly(totals.Entities[mention.Type(f.Type)]), err
	}
	sum := 0
	for _, n := range totals.Entities {
		sum += n
	}
	return exactly(sum), nil
}

// totalOfChannel is how many entities of a type a channel mentions; an empty type means all.
func totalOfChannel(c *db.Channel, typ string) Total {
	if typ == "" {
		return exactly(c.EntityCount)
	}
	return exactly(c.TypeCounts[typ])
}

// episodeTotal is the total of a list of episodes: kept where it is everything, with the uploads that the viewer may see beside it, and
// where it is more of a type than is counted.
func (s *Store) episodeTotal(ctx context.Context, tx *db.Tx, q *db.EpisodeQuery, f EpisodeFilter) (Total, error) {
	ofType, ofEntity := f.unlimited(), f.unlimited()
	ofType.Type, ofEntity.EntityID = f.Type, f.EntityID
	if f == ofType && f.Type != "" && !f.Viewer.SeesPrivate() {
		if many, err := s.manyEpisodesWith(ctx, tx, f.Type); err != nil || many {
			return Total{N: countUpTo, AtLeast: true}, err
		}
	}
	switch {
	case !f.everything() && f != ofEntity, f == ofEntity && f.EntityID != 0 && f.Viewer.SeesPrivate():
		return countSome(ctx, q)
	case f == ofEntity && f.EntityID != 0:
		id, err := survivorOf(ctx, tx, f.EntityID)
		if err != nil {
			return Total{}, err
		}
		e, err := tx.Entity.Query().Where(dbentity.ID(id)).Select(dbentity.FieldEpisodeCount).Only(ctx)
		if db.IsNotFound(err) {
			return Total{}, nil
		}
		if err != nil {
			return Total{}, err
		}
		return exactly(e.EpisodeCount), nil
	}
	totals, err := s.totals(ctx, tx)
	if err != nil || !f.Viewer.SeesPrivate() {
		return exactly(totals.Episodes), err
	}
	private, err := countSome(ctx, q.Clone().Where(dbepisode.VisibilityNEQ(dbepisode.VisibilityPublic)))
	return Total{N: totals.Episodes + private.N, AtLeast: private.AtLeast}, err
}

// totals are the figures of the whole public directory, without its channels.
func (s *Store) totals(ctx context.Context, tx *db.Tx) (Totals, error) {
	out := Totals{Entities: map[mention.Type]int{}}
	kept, err := s.KeptTotals(ctx, tx)
	for _, k := range kept {
		if k.What == database.KeptEpisodes {
			out.Episodes = k.Entries
			continue
		}
		out.Entities[mention.Type(k.Type)] = k.Entries
		out.Mentions += k.Mentions
	}
	return out, err
}
