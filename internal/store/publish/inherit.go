package publish

import (
	"context"

	"mentionary/ent/db"
)

// join is an entity whose own name joined another one.
type join struct{ from, into *db.Entity }

// inheritNames gives the names that were learned for an entity to the one that its own name joined: they are like that name, so whoever
// it means is meant by them. The episodes that say them follow when they are read again.
func (p *publisher) inheritNames(ctx context.Context, _ []*occurrence) error {
	for _, j := range p.joins {
		for _, statement := range []string{
			`UPDATE alias SET entity_id = ? WHERE entity_id = ? AND channel_id <> 0
				AND key NOT IN (SELECT o.key FROM alias o WHERE o.entity_id = ?)`,
			`INSERT INTO blocks (entity_id, type, key) SELECT CAST(? AS BIGINT), b.type, b.key FROM blocks b WHERE b.entity_id = ?
				AND b.key NOT IN (SELECT o.key FROM blocks o WHERE o.entity_id = ?)`,
		} {
			if err := p.s.Exec(ctx, p.tx, statement, j.into.ID, j.from.ID, j.into.ID); err != nil {
				return err
			}
		}
		if err := p.s.Exec(ctx, p.tx, `DELETE FROM alias WHERE entity_id = ? AND channel_id <> 0`, j.from.ID); err != nil {
			return err
		}
	}
	return nil
}
