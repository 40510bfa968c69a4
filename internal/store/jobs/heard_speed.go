package jobs

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbusage "mentionary/ent/db/usage"
)

const (
	speedPieces = 30                  // the last so many pieces tell how fast a server hears
	speedWithin = 30 * 24 * time.Hour // older ones tell nothing about today
)

// HearingSpeed returns how much audio the speech server of this name hears while one piece is waited for, as the median of its last
// pieces: 6 is an hour in ten minutes. It is 0 when nothing was heard lately. A piece that was paid for more than once tells the time
// of all its tries together, so it is left out.
func (s *Store) HearingSpeed(ctx context.Context, server string) (float64, error) {
	rows, err := s.RO.Usage.Query().
		Where(dbusage.Model(server), dbusage.HeardMsGT(0), dbusage.Settled(true), dbusage.Calls(1),
			dbusage.UpdatedAtGT(s.Now().Add(-speedWithin))).
		Order(dbusage.ByUpdatedAt(sql.OrderDesc())).Limit(speedPieces).
		Select(dbusage.FieldHeardMs, dbusage.FieldCreatedAt, dbusage.FieldUpdatedAt).All(ctx)
	if err != nil {
		return 0, s.Fault(err)
	}
	return medianSpeed(rows), nil
}

// medianSpeed is the middle of how fast pieces were heard, 0 for none.
func medianSpeed(rows []*db.Usage) float64 {
	var speeds []float64
	for _, r := range rows {
		if took := r.UpdatedAt.Sub(r.CreatedAt); took > 0 {
			speeds = append(speeds, float64(time.Duration(r.HeardMs)*time.Millisecond)/float64(took))
		}
	}
	if len(speeds) == 0 {
		return 0
	}
	slices.Sort(speeds)
	return speeds[len(speeds)/2]
}
