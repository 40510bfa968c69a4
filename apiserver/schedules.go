package apiserver

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
	_ "time/tzdata" // time zones also where the machine knows none

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// Schedules starts work that comes again by itself.
type Schedules interface {
	FollowChannel(ctx context.Context, c jobs.FollowRef) error
	UnfollowChannel(ctx context.Context, channelID int) error
	PauseFollow(ctx context.Context, c jobs.FollowRef) error
	// ScheduleBatch makes the schedule of a recurring batch, or makes it as its row is now.
	ScheduleBatch(ctx context.Context, r jobs.RecurringRef) error
	UnscheduleBatch(ctx context.Context, r jobs.RecurringRef) error
	// NextRuns returns when the schedules whose ids begin with a prefix run next, by their ids.
	NextRuns(ctx context.Context, prefixes ...string) (map[string]time.Time, error)
}

// scheduleEngine is what schedules and their runs need of the engine.
type scheduleEngine interface {
	Schedules
	Batches
	Jobs
}

// scheduleService is about work that comes again by itself.
type scheduleService struct {
	store     *store.Store
	gate      *gate.Gate
	engine    scheduleEngine
	messenger messenger
	next      *nextRuns
}

// Kinds of schedules.
const (
	scheduleFollow = "follow"
	scheduleBatch  = "batch"
)

// ListSchedules implements the contract: recurring batches first, then followed channels.
func (s scheduleService) ListSchedules(ctx context.Context, r *v1.ListSchedulesRequest) (*v1.ListSchedulesResponse, error) {
	limit, offset := database.PageSize(int(r.GetLimit())), int(r.GetOffset())
	next, out, total := s.next.get(ctx), &v1.ListSchedulesResponse{}, 0
	if r.GetKind() != scheduleFollow {
		rows, n, err := s.store.Jobs.Recurring(ctx, limit, offset)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			out.Schedules = append(out.Schedules, recurring(row, next))
		}
		total, offset = n, max(0, offset-n)
	}
	if r.GetKind() != scheduleBatch {
		rows, n, err := s.store.Jobs.Followed(ctx, limit-len(out.Schedules), offset)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			out.Schedules = append(out.Schedules, followed(row, next))
		}
		total += n
	}
	out.Total = convert.Number(total)
	return out, nil
}

func recurring(row jobs.RecurringRow, next map[string]time.Time) *v1.Schedule {
	return convert.RecurringBatch(row, upcoming(next, work.RecurringID(row.Key), row.Paused))
}

func followed(row jobs.FollowedRow, next map[string]time.Time) *v1.Schedule {
	paused := row.Schedule != nil && row.Schedule.Paused
	return convert.FollowedChannel(row, upcoming(next, work.FollowID(row.Channel.ID), paused))
}

// upcoming is when a schedule runs next, nil when it does not or nobody knows.
func upcoming(next map[string]time.Time, id string, paused bool) *time.Time {
	at, ok := next[id]
	if !ok || paused {
		return nil
	}
	return &at
}

// one returns a schedule as it is now.
func (s scheduleService) one(ctx context.Context, kind string, id int) (*v1.Schedule, error) {
	s.next.forget()
	if kind == scheduleFollow {
		row, err := s.store.Jobs.FollowedByID(ctx, id)
		if err != nil {
			return nil, err
		}
		return followed(row, s.next.get(ctx)), nil
	}
	row, err := s.store.Jobs.RecurringByID(ctx, id)
	if err != nil {
		return nil, err
	}
	return recurring(row, s.next.get(ctx)), nil
}

// wantedSchedule is what people say about a recurring batch.
type wantedSchedule interface {
	GetTitle() string
	GetText() string
	GetConfig() *v1.ProcessConfig
	GetWeekTime() *v1.WeekTime
}

// wanted reads a recurring batch and refuses what no schedule takes.
func (s scheduleService) wanted(v gate.Viewer, r wantedSchedule) (jobs.NewRecurring, error) {
	var none jobs.NewRecurring
	l, err := readBatch(work.BatchURLs, r.GetText())
	if err != nil {
		return none, err
	}
	selection, err := batchSelection(s.gate, v, r.GetConfig())
	if err != nil {
		return none, err
	}
	at := r.GetWeekTime()
	zone := cmp.Or(at.GetTimeZone(), "UTC")
	if _, err := time.LoadLocation(zone); err != nil || zone == "Local" {
		return none, fault.Newf(fault.BadInput, "There is no time zone %q. Use a name such as Europe/Berlin or America/New_York.", zone).
			WithField("weekTime")
	}
	days := make([]int, 0, len(at.GetWeekdays()))
	for _, d := range at.GetWeekdays() {
		days = append(days, int(d))
	}
	return jobs.NewRecurring{
		UserID: v.UserID(), Kind: work.BatchURLs, Title: cmp.Or(r.GetTitle(), batchTitle(l.Texts())), Lines: l.Texts(), Selection: selection,
		Weekdays: days, Hour: int(at.GetHour()), Minute: int(at.GetMinute()), TimeZone: zone,
	}, nil
}

// CreateSchedule implements the contract. The row is the promise: the schedule is made now or by the reconciler.
func (s scheduleService) CreateSchedule(ctx context.Context, r *v1.CreateScheduleRequest) (*v1.CreateScheduleResponse, error) {
	v := gate.Of(ctx)
	in, err := s.wanted(v, r)
	if err != nil {
		return nil, err
	}
	made, ref, err := s.store.Jobs.CreateRecurring(ctx, v.Actor(), in)
	if err != nil {
		return nil, err
	}
	s.messenger.tell(ctx, func(ctx context.Context) error { return s.engine.ScheduleBatch(ctx, ref) })
	out, err := s.one(ctx, scheduleBatch, made.ID)
	return &v1.CreateScheduleResponse{Schedule: out}, err
}

// EditSchedule implements the contract. Another schedule takes the place of the former one, now or by the reconciler.
func (s scheduleService) EditSchedule(ctx context.Context, r *v1.EditScheduleRequest) (*v1.EditScheduleResponse, error) {
	v, id := gate.Of(ctx), int(r.GetId())
	in, err := s.wanted(v, r)
	if err != nil {
		return nil, err
	}
	former, ref, err := s.store.Jobs.EditRecurring(ctx, v.Actor(), id, in)
	if err != nil {
		return nil, err
	}
	if former.Key != ref.Key {
		s.messenger.tell(ctx, func(ctx context.Context) error {
			return errors.Join(s.engine.ScheduleBatch(ctx, ref), s.engine.UnscheduleBatch(ctx, former))
		})
	}
	out, err := s.one(ctx, scheduleBatch, id)
	return &v1.EditScheduleResponse{Schedule: out}, err
}

// PauseSchedule implements the contract. Pausing twice is the same as once.
func (s scheduleService) PauseSchedule(ctx context.Context, r *v1.PauseScheduleRequest) (*v1.PauseScheduleResponse, error) {
	by, id := gate.Of(ctx).Actor(), int(r.GetId())
	var tell message
	if r.GetKind() == scheduleFollow {
		ref, err := s.store.Jobs.PauseFollow(ctx, by, id, r.GetPaused())
		if err != nil {
			return nil, err
		}
		tell = func(ctx context.Context) error { return s.engine.PauseFollow(ctx, ref) }
	} else {
		ref, err := s.store.Jobs.PauseRecurring(ctx, by, id, r.GetPaused())
		if err != nil {
			return nil, err
		}
		tell = func(ctx context.Context) error { return s.engine.ScheduleBatch(ctx, ref) }
	}
	s.messenger.tell(ctx, tell)
	out, err := s.one(ctx, r.GetKind(), id)
	return &v1.PauseScheduleResponse{Schedule: out}, err
}

// RunSchedule implements the contract. A run by hand needs no schedule: its rows are written and started at once.
func (s scheduleService) RunSchedule(ctx context.Context, r *v1.RunScheduleRequest) (*v1.RunScheduleResponse, error) {
	by, id := gate.Of(ctx).Actor(), int(r.GetId())
	var tell message
	if r.GetKind() == scheduleFollow {
		ref, err := s.store.Jobs.LookNow(ctx, by, id)
		if err != nil {
			return nil, err
		}
		tell = func(ctx context.Context) error { return s.engine.StartJob(ctx, ref) }
	} else {
		ref, err := s.store.Jobs.RunRecurring(ctx, by, id)
		if err != nil {
			return nil, err
		}
		tell = func(ctx context.Context) error { return s.engine.StartBatch(ctx, ref) }
	}
	s.messenger.tell(ctx, tell)
	out, err := s.one(ctx, r.GetKind(), id)
	return &v1.RunScheduleResponse{Schedule: out}, err
}

// EndSchedule implements the contract. The schedule is deleted now or by the reconciler.
func (s scheduleService) EndSchedule(ctx context.Context, r *v1.EndScheduleRequest) (*v1.EndScheduleResponse, error) {
	by, id := gate.Of(ctx).Actor(), int(r.GetId())
	tell := func(ctx context.Context) error { return s.engine.UnfollowChannel(ctx, id) }
	if r.GetKind() == scheduleFollow {
		if err := s.store.Jobs.EndFollow(ctx, by, id); err != nil {
			return nil, err
		}
	} else {
		ref, err := s.store.Jobs.EndRecurring(ctx, by, id)
		if err != nil {
			return nil, err
		}
		tell = func(ctx context.Context) error { return s.engine.UnscheduleBatch(ctx, ref) }
	}
	s.messenger.tell(ctx, tell)
	s.next.forget()
	return &v1.EndScheduleResponse{}, nil
}

// nextRunsLife is how long the engine's answer is kept, so that many who look do not ask for many thousand schedules each.
const nextRunsLife = 10 * time.Second

// nextRuns knows when schedules run next. What the engine does not tell is unknown, and no failure.
type nextRuns struct {
	engine Schedules
	now    func() time.Time
	log    *slog.Logger

	mu    sync.Mutex
	at    time.Time
	known map[string]time.Time
}

// get returns when each schedule runs next, by its id. Those who ask at the same time share the answer.
func (n *nextRuns) get(ctx context.Context) map[string]time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.at.IsZero() && n.now().Sub(n.at) < nextRunsLife {
		return n.known
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), engineTimeout)
	defer cancel()
	known, err := n.engine.NextRuns(ctx, work.FollowPrefix, work.RecurringPrefix)
	if err != nil {
		n.log.WarnContext(ctx, "the schedules cannot be asked when they run next", "error", err)
	}
	n.known, n.at = known, n.now()
	return n.known
}

// forget makes the next question ask the engine: a schedule has just changed.
func (n *nextRuns) forget() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.at = time.Time{}
}
