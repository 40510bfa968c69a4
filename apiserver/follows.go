package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
)

// followService is about the channels that one follows.
type followService struct {
	store     *store.Store
	gate      *gate.Gate
	schedules Schedules
	messenger messenger
}

// ListFollows implements the contract.
func (s followService) ListFollows(ctx context.Context, _ *v1.ListFollowsRequest) (*v1.ListFollowsResponse, error) {
	rows, err := s.store.Jobs.Follows(ctx, gate.Of(ctx).UserID())
	if err != nil {
		return nil, err
	}
	return &v1.ListFollowsResponse{Follows: convert.All(rows, convert.Follow)}, nil
}

// CheckFollow implements the contract.
func (s followService) CheckFollow(ctx context.Context, r *v1.CheckFollowRequest) (*v1.CheckFollowResponse, error) {
	yes, err := s.store.Jobs.IsFollowing(ctx, s.gate.Sees(gate.Of(ctx)), r.GetChannelId())
	if err != nil {
		return nil, err
	}
	return &v1.CheckFollowResponse{IsFollowing: yes}, nil
}

// FollowChannel implements the contract. The row is the promise: the schedule is made now or by the reconciler.
func (s followService) FollowChannel(ctx context.Context, r *v1.FollowChannelRequest) (*v1.FollowChannelResponse, error) {
	f, ref, err := s.store.Jobs.FollowChannel(ctx, s.gate.Sees(gate.Of(ctx)), r.GetChannelId())
	if err != nil {
		return nil, err
	}
	s.messenger.tell(ctx, func(ctx context.Context) error { return s.schedules.FollowChannel(ctx, ref) })
	return &v1.FollowChannelResponse{Follow: convert.Follow(f)}, nil
}

// UnfollowChannel implements the contract. The schedule ends with the last follower.
func (s followService) UnfollowChannel(ctx context.Context, r *v1.UnfollowChannelRequest) (*v1.UnfollowChannelResponse, error) {
	id, last, err := s.store.Jobs.UnfollowChannel(ctx, s.gate.Sees(gate.Of(ctx)), r.GetChannelId())
	if err != nil {
		return nil, err
	}
	if last {
		s.messenger.tell(ctx, func(ctx context.Context) error { return s.schedules.UnfollowChannel(ctx, id) })
	}
	return &v1.UnfollowChannelResponse{}, nil
}
