package store

import "context"

// MergeInverse answers a stored inverse as it is, for measuring.
func (s *Store) MergeInverse(ctx context.Context, id int) (map[string]any, error) {
	m, err := s.RO.Merge.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return m.Inverse, nil
}
