package review

import (
	"context"
	"fmt"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbmention "mentionary/ent/db/mention"
	dbreport "mentionary/ent/db/report"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/limit"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// ReportsPerDay is how many things a person may report in a day.
const ReportsPerDay = 50

// notesShown bounds the notes of readers that are shown of one thing.
const notesShown = 5

// NewReport is what a reader says is wrong.
type NewReport struct {
	UserID int
	Viewer database.Viewer // may see what is reported
	Type   dbreport.ItemType
	ItemID int
	Reason string
	Text   string
}

// Report keeps what a reader says is wrong. A person has one report about a thing: saying it again replaces it, and opens
// it again when it was answered.
//
// Idempotent: the same report twice is one.
func (s *Store) Report(ctx context.Context, r NewReport) (*db.Report, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Report, error) {
		if err := s.LockRows(ctx, tx, "users", []int{r.UserID}); err != nil {
			return nil, err
		}
		id, err := reportable(ctx, tx, r)
		if err != nil {
			return nil, err
		}
		old, err := tx.Report.Query().Where(dbreport.UserID(r.UserID), dbreport.ItemTypeEQ(r.Type), dbreport.ItemID(id)).Only(ctx)
		if err != nil && !db.IsNotFound(err) {
			return nil, err
		}
		text := database.Clip(r.Text, 2000)
		if old != nil && old.State == dbreport.StateOpen {
			if old.Reason == r.Reason && old.Text == text {
				return old, nil
			}
			return tx.Report.UpdateOneID(old.ID).SetReason(r.Reason).SetText(text).Save(ctx)
		}
		now := s.Now()
		if err := s.roomForReport(ctx, tx, r.UserID, now); err != nil {
			return nil, err
		}
		if old != nil {
			return tx.Report.UpdateOneID(old.ID).SetReason(r.Reason).SetText(text).SetState(dbreport.StateOpen).SetCreatedAt(now).
				ClearClosedAt().SetClosedBy("").Save(ctx)
		}
		return tx.Report.Create().SetUserID(r.UserID).SetItemType(r.Type).SetItemID(id).SetReason(r.Reason).SetText(text).
			SetCreatedAt(now).Save(ctx)
	})
}

// reportable finds what is reported, by the id that it has now: it must be there and the reader's to see.
func reportable(ctx context.Context, tx *db.Tx, r NewReport) (int, error) {
	switch r.Type {
	case dbreport.ItemTypeEntity:
		e, err := catalogue.FindEntity(ctx, tx, r.ItemID, r.Viewer)
		if err != nil {
			return 0, err
		}
		return e.ID, nil
	case dbreport.ItemTypeEpisode:
		there, err := tx.Episode.Query().Where(dbepisode.ID(r.ItemID), r.Viewer.Visible()).Exist(ctx)
		if err == nil && !there {
			err = fault.New(fault.NotFound, "There is no such episode.")
		}
		return r.ItemID, err
	default:
		there, err := tx.Mention.Query().Where(dbmention.ID(r.ItemID), dbmention.HasEpisodeWith(r.Viewer.Visible())).Exist(ctx)
		if err == nil && !there {
			err = fault.New(fault.NotFound, "This mention is no longer in the directory.")
		}
		return r.ItemID, err
	}
}

// roomForReport refuses a report when the person's reports of a day are used up.
func (s *Store) roomForReport(ctx context.Context, tx *db.Tx, userID int, now time.Time) error {
	last, err := tx.Report.Query().Where(dbreport.UserID(userID), dbreport.CreatedAtGT(now.Add(-limit.ReportWindow))).
		Order(dbreport.ByCreatedAt(sql.OrderDesc())).Offset(ReportsPerDay - 1).Limit(1).All(ctx)
	if err != nil || len(last) == 0 {
		return err
	}
	return limit.Reports(ReportsPerDay, last[0].CreatedAt, now)
}

// Note is what one reader said.
type Note struct {
	*db.Report
	ReporterName string // display name, empty when the account has none
}

// Reported is a thing that readers say is wrong.
type Reported struct {
	Type      dbreport.ItemType
	ItemID    int
	Reporters int
	Since     time.Time
	Notes     []Note // the first of them
	// What it is about; all nil when it is not there any more.
	Entity  *db.Entity  // of a mention: what it was taken for
	Episode *db.Episode // with its channel
	Mention *db.Mention
}

type item struct {
	Type   dbreport.ItemType `sql:"item_type"`
	ID     int               `sql:"item_id"`
	Count  int               `sql:"n"`
	FirstI int               `sql:"first_id"`
}

// Reported lists what readers reported and nobody answered, that of most readers first, and the number of all.
func (s *Store) Reported(ctx context.Context, pageSize, offset int) ([]Reported, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Reported, int, error) {
		total, err := s.countReported(ctx, tx)
		if err != nil {
			return nil, 0, err
		}
		items, err := database.Query[item](ctx, s.DB, tx, `SELECT item_type, item_id, COUNT(*) AS n, MIN(id) AS first_id FROM reports
			WHERE state = 'open' GROUP BY item_type, item_id ORDER BY n DESC, first_id LIMIT ? OFFSET ?`, database.PageSize(pageSize), offset)
		if err != nil {
			return nil, 0, err
		}
		out, err := s.describe(ctx, tx, items)
		return out, total, err
	})
}

func (s *Store) countReported(ctx context.Context, tx *db.Tx) (int, error) {
	return database.QueryRow[int](ctx, s.DB, tx,
		`SELECT COUNT(*) FROM (SELECT DISTINCT item_type, item_id FROM reports WHERE state = 'open') open_items`)
}

// describe adds to reported things what they are and what readers say.
func (s *Store) describe(ctx context.Context, tx *db.Tx, items []item) ([]Reported, error) {
	ids := map[dbreport.ItemType][]int{}
	for _, i := range items {
		ids[i.Type] = append(ids[i.Type], i.ID)
	}
	said, err := mentionsByID(ctx, tx, ids[dbreport.ItemTypeMention])
	if err != nil {
		return nil, err
	}
	for _, m := range said {
		ids[dbreport.ItemTypeEntity] = append(ids[dbreport.ItemTypeEntity], m.EntityID)
	}
	entities, err := entitiesWithOthers(ctx, tx, ids[dbreport.ItemTypeEntity])
	if err != nil {
		return nil, err
	}
	episodes, err := tx.Episode.Query().Where(dbepisode.IDIn(ids[dbreport.ItemTypeEpisode]...)).WithChannel().All(ctx)
	if err != nil {
		return nil, err
	}
	notes, err := s.notes(ctx, tx, ids)
	out := make([]Reported, 0, len(items))
	for _, i := range items {
		r := Reported{Type: i.Type, ItemID: i.ID, Reporters: i.Count, Notes: notes[itemKey(i.Type, i.ID)]}
		if len(r.Notes) > 0 {
			r.Since = r.Notes[0].CreatedAt
		}
		switch i.Type {
		case dbreport.ItemTypeEntity:
			r.Entity = entities[i.ID]
		case dbreport.ItemTypeEpisode:
			if n := slices.IndexFunc(episodes, func(e *db.Episode) bool { return e.ID == i.ID }); n >= 0 {
				r.Episode = episodes[n]
			}
		case dbreport.ItemTypeMention:
			if r.Mention = said[i.ID]; r.Mention != nil {
				r.Entity, r.Episode = entities[r.Mention.EntityID], r.Mention.Edges.Episode
			}
		}
		out = append(out, r)
	}
	return out, err
}

func itemKey(t dbreport.ItemType, id int) string { return fmt.Sprintf("%s/%d", t, id) }

// notes returns the first open reports about things, by itemKey.
func (s *Store) notes(ctx context.Context, tx *db.Tx, ids map[dbreport.ItemType][]int) (map[string][]Note, error) {
	out := map[string][]Note{}
	var people []int
	for typ, list := range ids {
		first, err := database.Query[int](ctx, s.DB, tx, `SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY item_id ORDER BY id) AS nth
			FROM reports WHERE state = 'open' AND item_type = ? AND item_id IN `+database.In(list)+`) ranked WHERE nth <= ?`,
			string(typ), notesShown)
		if err != nil {
			return nil, err
		}
		rows, err := tx.Report.Query().Where(dbreport.IDIn(first...)).Order(dbreport.ByID()).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[itemKey(typ, r.ItemID)] = append(out[itemKey(typ, r.ItemID)], Note{Report: r})
			if r.UserID != nil {
				people = append(people, *r.UserID)
			}
		}
	}
	users, err := tx.User.Query().Where(dbuser.IDIn(people...)).Select(dbuser.FieldID, dbuser.FieldDisplayName).All(ctx)
	names := map[int]string{}
	for _, u := range users {
		names[u.ID] = u.DisplayName
	}
	for _, list := range out {
		for i := range list {
			if list[i].UserID != nil {
				list[i].ReporterName = names[*list[i].UserID]
			}
		}
	}
	return out, err
}

// AnswerReports closes what readers reported about a thing: they are right, or they are not. Answering with "open" takes an
// answer back. It returns how many reports changed.
//
// Idempotent: what is answered stays so, and a changed answer replaces the first.
func (s *Store) AnswerReports(ctx context.Context, typ dbreport.ItemType, id int, state dbreport.State, by database.Actor) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		about := dbreport.And(dbreport.ItemTypeEQ(typ), dbreport.ItemID(id))
		u := tx.Report.Update().SetState(state)
		if state == dbreport.StateOpen {
			u.Where(about, dbreport.StateNEQ(dbreport.StateOpen), dbreport.ClosedBy(by.PublicID)).ClearClosedAt().SetClosedBy("")
		} else {
			u.Where(about, dbreport.StateEQ(dbreport.StateOpen)).SetClosedAt(s.Now()).SetClosedBy(by.PublicID)
		}
		n, err := u.Save(ctx)
		if err != nil || n == 0 {
			return n, err
		}
		return n, s.Audit(ctx, tx, by, "report.answer", itemKey(typ, id), nil, map[string]any{"state": state, "reports": n})
	})
}

// closeReports answers the reports about what a decision changed.
func (c *decision) closeReports(ctx context.Context) error {
	ids := map[int]bool{}
	if c.mention != nil {
		ids[c.mention.ID] = true
	}
	for _, m := range c.inverse.Removed {
		ids[m.ID] = true
	}
	for _, m := range c.inverse.Changed {
		ids[m.ID] = true
	}
	all := make([]int, 0, len(ids))
	for id := range ids {
		all = append(all, id)
	}
	slices.Sort(all)
	state := dbreport.StateAccepted
	if c.target != nil && c.entity != nil && c.target.ID == c.entity.ID {
		state = dbreport.StateRefused // it is right as it is
	}
	for part := range slices.Chunk(all, database.IDChunk) {
		open, err := c.tx.Report.Query().Where(dbreport.ItemTypeEQ(dbreport.ItemTypeMention), dbreport.ItemIDIn(part...),
			dbreport.StateEQ(dbreport.StateOpen)).IDs(ctx)
		if err != nil {
			return err
		}
		c.inverse.Reports = append(c.inverse.Reports, open...)
	}
	if len(c.inverse.Reports) == 0 {
		return nil
	}
	return c.tx.Report.Update().Where(dbreport.IDIn(c.inverse.Reports...)).SetState(state).SetClosedAt(c.s.Now()).
		SetClosedBy(c.in.By.PublicID).Exec(ctx)
}
