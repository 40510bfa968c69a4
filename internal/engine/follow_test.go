package engine_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// scheduler is the server's schedules as its client shows them.
type scheduler struct {
	client.ScheduleClient
	server *server
}

func (s *server) ScheduleClient() client.ScheduleClient { return scheduler{server: s} }

func (c scheduler) Create(ctx context.Context, o client.ScheduleOptions) (client.ScheduleHandle, error) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := errors.Join(s.answer(ctx), s.refuses[o.ID]); err != nil {
		return nil, err
	}
	if _, ok := s.schedules[o.ID]; ok {
		return nil, temporal.ErrScheduleAlreadyRunning
	}
	s.schedules[o.ID] = o
	return nil, nil
}

func (c scheduler) List(ctx context.Context, _ client.ScheduleListOptions) (client.ScheduleListIterator, error) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	l := &listing{}
	for _, id := range slices.Sorted(maps.Keys(s.schedules)) {
		l.all = append(l.all, &client.ScheduleListEntry{ID: id, Paused: s.schedules[id].Paused, NextActionTimes: s.nextRuns[id]})
	}
	return l, s.answer(ctx)
}

func (c scheduler) GetHandle(_ context.Context, id string) client.ScheduleHandle {
	return handle{server: c.server, id: id}
}

type listing struct{ all []*client.ScheduleListEntry }

func (l *listing) HasNext() bool { return len(l.all) > 0 }

func (l *listing) Next() (*client.ScheduleListEntry, error) {
	next := l.all[0]
	l.all = l.all[1:]
	return next, nil
}

type handle struct {
	client.ScheduleHandle
	server *server
	id     string
}

func (h handle) Delete(ctx context.Context) error {
	s := h.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.answer(ctx); err != nil {
		return err
	}
	if _, ok := s.schedules[h.id]; !ok {
		return serviceerror.NewNotFound("no such schedule")
	}
	delete(s.schedules, h.id)
	return nil
}

func (h handle) Pause(ctx context.Context, _ client.SchedulePauseOptions) error {
	return h.setPaused(ctx, true)
}

func (h handle) Unpause(ctx context.Context, _ client.ScheduleUnpauseOptions) error {
	return h.setPaused(ctx, false)
}

func (h handle) setPaused(ctx context.Context, paused bool) error {
	s := h.server
	s.mu.Lock()
	defer s.mu.Unlock()
	o, ok := s.schedules[h.id]
	if !ok {
		return serviceerror.NewNotFound("no such schedule")
	}
	o.Paused = paused
	s.schedules[h.id] = o
	return s.answer(ctx)
}

func (s *server) scheduled() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.schedules))
}

func aChannel(id int) jobs.FollowRef {
	return jobs.FollowRef{ChannelID: id, PublicID: "c-a-show", Platform: media.Feed, Title: "A show"}
}

func TestAFollowedChannelHasOneSchedule(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	for range 2 {
		require.NoError(t, e.FollowChannel(t.Context(), aChannel(7)))
	}
	require.Equal(t, []string{"follow/7"}, s.scheduled())
	o := s.schedules["follow/7"]
	require.Equal(t, []client.ScheduleIntervalSpec{{Every: 6 * time.Hour}}, o.Spec.Intervals)
	require.Positive(t, o.Spec.Jitter)
	require.Equal(t, enumspb.SCHEDULE_OVERLAP_POLICY_SKIP, o.Overlap)
	require.LessOrEqual(t, o.CatchupWindow, 6*time.Hour, "after a standstill not every missed look is made up for")
	require.False(t, o.TriggerImmediately)
	require.Equal(t, "Looks for new episodes of A show", o.Note)
	a, ok := o.Action.(*client.ScheduleWorkflowAction)
	require.True(t, ok)
	require.Equal(t, "follow/7", a.ID)
	require.Equal(t, work.FollowChannel, a.Workflow)
	require.Equal(t, []any{work.FollowInput{ChannelID: 7}}, a.Args)
	require.Equal(t, string(work.QueueMain), a.TaskQueue)
	require.Equal(t, "Follow: A show", a.StaticSummary)
	require.Equal(t, temporal.Priority{PriorityKey: 4, FairnessKey: database.SystemSubmitter}, a.Priority)
	for name, want := range map[string]string{
		work.AttrKind: "follow", work.AttrPlatform: "feed", work.AttrChannel: "c-a-show", work.AttrSubmitter: database.SystemSubmitter,
	} {
		got, ok := a.TypedSearchAttributes.GetKeyword(temporal.NewSearchAttributeKeyKeyword(name))
		require.True(t, ok, name)
		require.Equal(t, want, got)
	}
	for range 2 {
		require.NoError(t, e.UnfollowChannel(t.Context(), 7))
	}
	require.Empty(t, s.scheduled())
}

func TestSchedulesFollowTheRows(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	r.followed = []jobs.FollowRef{aChannel(1), aChannel(2), aChannel(3)}
	require.NoError(t, e.FollowChannel(t.Context(), aChannel(2)))
	require.NoError(t, e.FollowChannel(t.Context(), aChannel(4)))
	s.schedules["somebody-else"] = client.ScheduleOptions{}
	s.refuses["follow/1"] = serviceerror.NewInvalidArgument("no")
	err := e.ReconcileFollows(t.Context())
	require.True(t, fault.Is(err, fault.Internal), "%v", err)
	require.Equal(t, []string{"follow/2", "follow/3", "somebody-else"}, s.scheduled(), "one that cannot be made keeps no other from it")
	delete(s.refuses, "follow/1")
	for range 2 {
		require.NoError(t, e.ReconcileFollows(t.Context()))
	}
	require.Equal(t, []string{"follow/1", "follow/2", "follow/3", "somebody-else"}, s.scheduled())
}

func TestSchedulesOfAServerThatIsAwayAreLeftAlone(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	s.err = serviceerror.NewUnavailable("connection refused")
	for name, err := range map[string]error{
		"follow": e.FollowChannel(t.Context(), aChannel(1)), "unfollow": e.UnfollowChannel(t.Context(), 1),
		"reconcile": e.ReconcileFollows(t.Context()),
	} {
		require.True(t, fault.Is(err, fault.Unavailable), "%s: %v", name, err)
	}
	require.Zero(t, r.count("followed 0"))
}

func TestSchedulesAreReconciledAtTheStartAndEveryFiveMinutes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, s, r := newEngine(t)
		r.followed = []jobs.FollowRef{aChannel(1)}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- e.Reconcile(ctx, "mentionary") }()
		synctest.Wait()
		require.Equal(t, []string{"follow/1"}, s.scheduled())
		time.Sleep(4*time.Minute + 55*time.Second)
		require.Equal(t, 1, r.count("followed 0"))
		time.Sleep(10 * time.Second)
		require.Equal(t, 2, r.count("followed 0"))
		s.mu.Lock()
		s.err = serviceerror.NewUnavailable("connection refused")
		s.mu.Unlock()
		time.Sleep(5 * time.Minute)
		s.mu.Lock()
		s.err = nil
		s.mu.Unlock()
		time.Sleep(10 * time.Second)
		require.Equal(t, 3, r.count("followed 0"), "what failed is not put off for long")
		stop()
		require.NoError(t, <-done)
	})
}
