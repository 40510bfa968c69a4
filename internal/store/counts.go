package store

import (
	"context"

	dbjob "mentionary/ent/db/job"
)

// OpenJobCounts answers how many jobs have not ended, by state.
func (s *Store) OpenJobCounts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	for _, state := range []dbjob.State{dbjob.StateQueued, dbjob.StateRunning, dbjob.StateWaiting} {
		n, err := s.ro.Job.Query().Where(dbjob.StateEQ(state)).Count(ctx)
		if err != nil {
			return nil, s.fault(err)
		}
		counts[string(state)] = n
	}
	return counts, nil
}

// PoolInUse answers how many connections to the database are in use in this process.
func (s *Store) PoolInUse() int {
	n := s.rwDB.Stats().InUse
	if s.roDB != s.rwDB {
		n += s.roDB.Stats().InUse
	}
	return n
}
