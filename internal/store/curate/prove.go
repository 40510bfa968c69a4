package curate

import (
	"context"

	"mentionary/ent/db"
)

const (
	provePage  = 5000   // entities that are counted in one transaction
	proveWhole = 50_000 // a directory of at most so many is counted whole each time
	proveParts = 24     // a larger one in so many parts, one each hour
)

// Mended are those whose counters were not what counting gives.
type Mended struct{ Entities, Channels []int }

// Any reports whether there were any.
func (m Mended) Any() bool { return len(m.Entities)+len(m.Channels) > 0 }

// ProveCounters counts entities and channels, as every publication only adds what its episode adds, and mends counters that are not
// what counting gives. Of a large directory it counts another part of the entities in each hour of the day. Nobody waits for it: it
// reads some thousand entities at a time.
func (s *Store) ProveCounters(ctx context.Context) (Mended, error) {
	var out Mended
	newest, err := s.catalogue.NewestEntity(ctx)
	if err != nil {
		return out, err
	}
	after, until := provePart(newest, s.Now().UTC().Hour())
	for after < until {
		wrong, last, err := s.catalogue.WrongEntities(ctx, after, provePage)
		if err != nil {
			return out, err
		}
		if last == 0 {
			break
		}
		if err := s.mendCounters(ctx, wrong, nil); err != nil {
			return out, err
		}
		out.Entities, after = append(out.Entities, wrong...), last
	}
	wrong, err := s.catalogue.WrongChannels(ctx)
	if err != nil {
		return out, err
	}
	out.Channels = wrong
	return out, s.mendCounters(ctx, nil, wrong)
}

// provePart returns between which ids entities are counted in an hour of the day, the second included.
func provePart(newest, hour int) (after, until int) {
	if newest <= proveWhole {
		return 0, newest
	}
	return newest * hour / proveParts, newest * (hour + 1) / proveParts
}

func (s *Store) mendCounters(ctx context.Context, entities, channels []int) error {
	if len(entities)+len(channels) == 0 {
		return nil
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.lockForMerge(ctx, tx, entities); err != nil {
			return err
		}
		if err := s.LockRows(ctx, tx, "channels", channels); err != nil {
			return err
		}
		if err := s.catalogue.RecountEverywhere(ctx, tx, entities, channels); err != nil {
			return err
		}
		return s.Raise(ctx, tx)
	})
}
