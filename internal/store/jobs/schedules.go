package jobs

import (
	"context"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbfollow "mentionary/ent/db/follow"
	dbschedule "mentionary/ent/db/followschedule"
	dbjob "mentionary/ent/db/job"
	dbrecurring "mentionary/ent/db/recurringbatch"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// RecurringRow is a recurring batch as lists show it.
type RecurringRow struct {
	*db.RecurringBatch
	MadeBy *db.User  // nil: a deleted account
	Last   *db.Batch // nil: it never ran
}

// FollowedRow is a followed channel as lists of schedules show it.
type FollowedRow struct {
	Channel   *db.Channel
	Followers int
	Schedule  *db.FollowSchedule // nil: never looked at, and not paused
	Last      *db.Job            // nil: never looked at
}

// Recurring lists the recurring batches that have not ended, newest first, with the number of all.
func (s *Store) Recurring(ctx context.Context, limit, offset int) ([]RecurringRow, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]RecurringRow, int, error) {
		q := tx.RecurringBatch.Query().Where(dbrecurring.EndedAtIsNil())
		total, err := q.Clone().Count(ctx)
		if err != nil || offset >= total {
			return nil, total, err
		}
		rows, err := q.Order(dbrecurring.ByID(sql.OrderDesc())).Limit(database.PageSize(limit)).Offset(offset).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := withRuns(ctx, tx, rows)
		return out, total, err
	})
}

// RecurringByID returns a recurring batch that has not ended.
func (s *Store) RecurringByID(ctx context.Context, id int) (RecurringRow, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (RecurringRow, error) {
		r, err := tx.RecurringBatch.Query().Where(dbrecurring.ID(id), dbrecurring.EndedAtIsNil()).Only(ctx)
		if db.IsNotFound(err) {
			return RecurringRow{}, noSchedule()
		}
		if err != nil {
			return RecurringRow{}, err
		}
		rows, err := withRuns(ctx, tx, []*db.RecurringBatch{r})
		if err != nil {
			return RecurringRow{}, err
		}
		return rows[0], nil
	})
}

func noSchedule() error {
	return fault.New(fault.NotFound, "There is no such schedule, or it has ended.")
}

// withRuns completes recurring batches with their last runs and their makers.
func withRuns(ctx context.Context, tx *db.Tx, rows []*db.RecurringBatch) ([]RecurringRow, error) {
	ids, people := make([]int, 0, len(rows)), []int{}
	for _, r := range rows {
		ids = append(ids, r.ID)
		if r.UserID != nil {
			people = append(people, *r.UserID)
		}
	}
	last, err := lastRuns(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	users, err := usersByID(ctx, tx, people)
	if err != nil {
		return nil, err
	}
	out := make([]RecurringRow, 0, len(rows))
	for _, r := range rows {
		row := RecurringRow{RecurringBatch: r, Last: last[r.ID]}
		if r.UserID != nil {
			row.MadeBy = users[*r.UserID]
		}
		out = append(out, row)
	}
	return out, nil
}

// Followed lists the channels that anybody follows, by name, with the number of all.
func (s *Store) Followed(ctx context.Context, limit, offset int) ([]FollowedRow, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]FollowedRow, int, error) {
		q := tx.Channel.Query().Where(dbchannel.HasFollows())
		total, err := q.Clone().Count(ctx)
		if err != nil || limit <= 0 || offset >= total {
			return nil, total, err
		}
		rows, err := q.WithFollowSchedule().Order(dbchannel.BySortKey(), dbchannel.ByID()).Limit(database.PageSize(limit)).Offset(offset).
			All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := withLooks(ctx, tx, rows)
		return out, total, err
	})
}

// FollowedByID returns a channel that somebody follows.
func (s *Store) FollowedByID(ctx context.Context, channelID int) (FollowedRow, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (FollowedRow, error) {
		c, err := followedChannel(ctx, tx, channelID)
		if err != nil {
			return FollowedRow{}, err
		}
		rows, err := withLooks(ctx, tx, []*db.Channel{c})
		if err != nil {
			return FollowedRow{}, err
		}
		return rows[0], nil
	})
}

// followedChannel returns a channel that somebody follows, with what is known of its schedule.
func followedChannel(ctx context.Context, tx *db.Tx, id int) (*db.Channel, error) {
	c, err := tx.Channel.Query().Where(dbchannel.ID(id), dbchannel.HasFollows()).WithFollowSchedule().Only(ctx)
	if db.IsNotFound(err) {
		return nil, noSchedule()
	}
	return c, err
}

// withLooks completes followed channels with their followers and last looks.
func withLooks(ctx context.Context, tx *db.Tx, rows []*db.Channel) ([]FollowedRow, error) {
	ids, jobIDs := make([]int, 0, len(rows)), []int{}
	for _, c := range rows {
		ids = append(ids, c.ID)
		if p := c.Edges.FollowSchedule; p != nil && p.JobID != nil {
			jobIDs = append(jobIDs, *p.JobID)
		}
	}
	var counts []struct {
		ChannelID int `json:"channel_id"`
		Count     int `json:"count"`
	}
	err := tx.Follow.Query().Where(dbfollow.ChannelIDIn(ids...)).GroupBy(dbfollow.FieldChannelID).Aggregate(db.Count()).Scan(ctx, &counts)
	if err != nil {
		return nil, err
	}
	looks, err := tx.Job.Query().Where(dbjob.IDIn(jobIDs...)).All(ctx)
	if err != nil {
		return nil, err
	}
	followers, jobs := map[int]int{}, map[int]*db.Job{}
	for _, n := range counts {
		followers[n.ChannelID] = n.Count
	}
	for _, j := range looks {
		jobs[j.ID] = j
	}
	out := make([]FollowedRow, 0, len(rows))
	for _, c := range rows {
		row := FollowedRow{Channel: c, Followers: followers[c.ID], Schedule: c.Edges.FollowSchedule}
		if row.Schedule != nil && row.Schedule.JobID != nil {
			row.Last = jobs[*row.Schedule.JobID]
		}
		out = append(out, row)
	}
	return out, nil
}

// SchedulesVersion returns a text that is another one whenever a schedule, its last run or who follows has changed.
func (s *Store) SchedulesVersion(ctx context.Context) (string, error) {
	const latest = `COALESCE((SELECT CAST(MAX(t.updated_at) AS TEXT) FROM `
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
		return database.QueryRow[string](ctx, s.DB, tx, `SELECT `+
			latest+`recurring_batches t), '') || '/' || `+
			latest+`batches t WHERE t.recurring_id IS NOT NULL), '') || '/' || `+
			latest+`follow_schedules t), '') || '/' || `+
			latest+`follow_schedules f JOIN jobs t ON t.id = f.job_id), '') || '/' ||
			(SELECT COUNT(*) FROM follow_schedules) || '/' || (SELECT COUNT(*) FROM follows) || '/' ||
			COALESCE((SELECT MAX(id) FROM follows), 0)`)
	})
}

// followObject is what the audit log calls the schedule of a followed channel.
func followObject(channelID int) string { return "follow/" + strconv.Itoa(channelID) }

// PauseFollow holds the looks at a followed channel back or lets them go on. The schedule is the caller's business, after the
// commit. The same again changes nothing.
func (s *Store) PauseFollow(ctx context.Context, by database.Actor, channelID int, on bool) (FollowRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (FollowRef, error) {
		if err := s.lockChannel(ctx, tx, channelID); err != nil {
			return FollowRef{}, err
		}
		c, err := followedChannel(ctx, tx, channelID)
		if err != nil {
			return FollowRef{}, err
		}
		ref := followRef(c)
		if ref.Paused == on {
			return ref, nil
		}
		now := s.Now()
		err = tx.FollowSchedule.Create().SetChannelID(channelID).SetPaused(on).SetUpdatedAt(now).
			OnConflictColumns(dbschedule.FieldChannelID).
			Update(func(u *db.FollowScheduleUpsert) { u.SetPaused(on).SetUpdatedAt(now) }).Exec(ctx)
		if err != nil {
			return FollowRef{}, err
		}
		err = s.Audit(ctx, tx, by, "follow.pause", followObject(channelID), map[string]any{"paused": ref.Paused}, map[string]any{"paused": on})
		ref.Paused = on
		return ref, err
	})
}

// LookNow submits the newest episodes of a followed channel now, also while it is paused. Fault: Conflict while the last look
// has not ended.
func (s *Store) LookNow(ctx context.Context, by database.Actor, channelID int) (JobRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (JobRef, error) {
		if _, err := followedChannel(ctx, tx, channelID); err != nil {
			return JobRef{}, err
		}
		j, err := s.lookAt(ctx, tx, channelID, s.Now())
		if err != nil {
			return JobRef{}, err
		}
		if j == nil {
			return JobRef{}, fault.New(fault.Conflict, "The last run has not ended yet. Wait for it, or cancel its job first.")
		}
		return RefWithUser(j), s.Audit(ctx, tx, by, "follow.run", followObject(channelID), nil, map[string]any{"job": j.ID})
	})
}

// EndFollow ends the following of a channel for everybody who follows it. Its schedule is the caller's business, after the
// commit. Analyses that are under way go on.
func (s *Store) EndFollow(ctx context.Context, by database.Actor, channelID int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.lockChannel(ctx, tx, channelID); err != nil {
			return err
		}
		if _, err := followedChannel(ctx, tx, channelID); err != nil {
			return err
		}
		n, err := tx.Follow.Delete().Where(dbfollow.ChannelID(channelID)).Exec(ctx)
		if err != nil {
			return err
		}
		if _, err := tx.FollowSchedule.Delete().Where(dbschedule.ChannelID(channelID)).Exec(ctx); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, "follow.end", followObject(channelID), map[string]any{"followers": n}, nil)
	})
}
