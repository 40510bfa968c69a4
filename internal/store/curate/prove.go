package curate

import (
	"context"

	"mentionary/ent/db"
)

// provePage is how many entities are counted in one transaction.
const provePage = 5000

// Mended are those whose counters were not what counting gives.
type Mended struct{ Entities, Channels []int }

// Any reports whether there were any.
func (m Mended) Any() bool { return len(m.Entities)+len(m.Channels) > 0 }

// ProveCounters counts all entities and channels, as every publication only adds what its episode adds, and mends counters that are not
// what counting gives. Nobody waits for it: it reads some thousand entities at a time.
func (s *Store) ProveCounters(ctx context.Context) (Mended, error) {
	var out Mended
	for after := 0; ; {
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
