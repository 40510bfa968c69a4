package catalogue

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dblink "mentionary/ent/db/link"
	"mentionary/ent/db/predicate"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// CuratedEntity is an entity as moderators see it in a list.
type CuratedEntity struct {
	Entity      *db.Entity // with the links that are shown
	LinkCount   int        // addresses that are shown, each counted once
	BrokenCount int        // addresses that lead nowhere
}

// CuratedFilter selects entities, hidden ones too. Empty fields do not limit.
type CuratedFilter struct {
	Type   string
	Search string
	Show   string // shown, hidden, unpublished, all; empty: shown
	Having string // broken_links, no_links, locked
	Sort   string // mentions, fewest, name, newest; empty: mentions
	Limit  int    // 0: MaxPage
	Offset int
}

// CuratedEntities lists entities for moderators and returns the number of all that match.
func (s *Store) CuratedEntities(ctx context.Context, f CuratedFilter) ([]CuratedEntity, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]CuratedEntity, int, error) {
		q := tx.Entity.Query().Where(dbentity.MergedIntoIsNil(), shownTo(f.Show), having(f.Having))
		if f.Type != "" {
			q.Where(dbentity.TypeEQ(mention.Type(f.Type)))
		}
		if f.Search != "" {
			if _, err := limitToFound(ctx, s, tx, q, searchEntities, readTerms(f.Search), false); err != nil {
				return nil, 0, err
			}
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(curatedOrder(f.Sort)...).Limit(database.PageSize(f.Limit)).Offset(f.Offset).WithLinks(LiveLinks).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := s.CuratedOf(ctx, tx, rows)
		return out, total, err
	})
}

func shownTo(show string) predicate.Entity {
	switch show {
	case "hidden":
		return dbentity.Hidden(true)
	case "unpublished":
		return dbentity.And(dbentity.Hidden(false), dbentity.MentionCount(0))
	case "all":
		return func(*sql.Selector) {}
	default:
		return predicate.Entity(Listed)
	}
}

func having(what string) predicate.Entity {
	live := dbentity.HasLinksWith(dblink.DecisionEQ(dblink.DecisionNone), dblink.StateNEQ(dblink.StateBroken))
	switch what {
	case "broken_links":
		return dbentity.HasLinksWith(dblink.DecisionEQ(dblink.DecisionNone), dblink.StateEQ(dblink.StateBroken))
	case "no_links":
		return dbentity.Not(live)
	case "locked":
		return dbentity.LocksNotNil()
	default:
		return func(*sql.Selector) {}
	}
}

func curatedOrder(sort string) []dbentity.OrderOption {
	switch sort {
	case "fewest":
		return []dbentity.OrderOption{dbentity.ByMentionCount(), dbentity.BySortKey(), dbentity.ByID()}
	case "name":
		return []dbentity.OrderOption{dbentity.BySortKey(), dbentity.ByID()}
	case "newest":
		return []dbentity.OrderOption{dbentity.ByID(sql.OrderDesc())}
	default:
		return []dbentity.OrderOption{dbentity.ByMentionCount(sql.OrderDesc()), dbentity.BySortKey(), dbentity.ByID()}
	}
}

// CuratedOf counts the links of entities.
func (s *Store) CuratedOf(ctx context.Context, tx *db.Tx, rows []*db.Entity) ([]CuratedEntity, error) {
	ids := make([]int, 0, len(rows))
	for _, e := range rows {
		ids = append(ids, e.ID)
	}
	counts, err := database.Query[struct {
		EntityID int `sql:"entity_id"`
		Links    int `sql:"links"`
		Broken   int `sql:"broken"`
	}](ctx, s.DB, tx, `SELECT entity_id, COUNT(DISTINCT CASE WHEN state <> 'broken' THEN url END) AS links,
		COUNT(DISTINCT CASE WHEN state = 'broken' AND decision = 'none' THEN url END) AS broken
		FROM links WHERE decision <> 'removed' AND entity_id IN `+database.In(ids)+` GROUP BY entity_id`)
	if err != nil {
		return nil, err
	}
	out, at := make([]CuratedEntity, 0, len(rows)), map[int]int{}
	for i, e := range rows {
		at[e.ID] = i
		out = append(out, CuratedEntity{Entity: e})
	}
	for _, c := range counts {
		out[at[c.EntityID]].LinkCount, out[at[c.EntityID]].BrokenCount = c.Links, c.Broken
	}
	return out, nil
}
