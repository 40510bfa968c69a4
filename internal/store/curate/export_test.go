package curate

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// PassDuplicatesOneByOne deals with each entity of a pass as everything is stored at that moment. What PassDuplicates does in memory
// must come to the same.
func (s *Store) PassDuplicatesOneByOne(ctx context.Context, passID int) error {
	c, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*comparer, error) {
		return s.newComparer(ctx, tx, passID, 1<<30)
	})
	if err != nil {
		return err
	}
	for _, id := range c.waiting {
		if _, err := s.settleDuplicate(ctx, passID, id); err != nil {
			return err
		}
	}
	return nil
}
