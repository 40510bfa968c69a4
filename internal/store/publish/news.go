package publish

import (
	"context"

	"mentionary/internal/store/database"
)

// markNews marks entities as news that their standing does not show: those that the episode says since, though in nothing that counts,
// and those that it says no more. What is mentioned together speaks for names, so who stands apart may mean them by now.
func (p *publisher) markNews(ctx context.Context, lists []*occurrence) error {
	before := map[int]bool{}
	for _, id := range p.former {
		before[id] = true
	}
	ids := left(p.former, lists)
	for _, o := range lists {
		if o.counted == 0 && !before[o.entity.ID] {
			ids = append(ids, o.entity.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return p.s.Exec(ctx, p.tx, `UPDATE entities SET told = ? || told WHERE id IN ? AND told <> '' AND told NOT LIKE ?`,
		database.NewsMark, database.IDs(ids), database.NewsMark+"%")
}
