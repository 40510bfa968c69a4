package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/jobs"
)

type followService struct{ *Server }

// ListFollows implements the contract.
func (s followService) ListFollows(ctx context.Context, _ *v1.ListFollowsRequest) (*v1.ListFollowsResponse, error) {
	rows, err := s.Store.Jobs.Follows(ctx, viewerOf(ctx).userID())
	if err != nil {
		return nil, err
	}
	out := &v1.ListFollowsResponse{}
	for _, f := range rows {
		out.Follows = append(out.Follows, s.followMessage(f))
	}
	return out, nil
}

// CheckFollow implements the contract.
func (s followService) CheckFollow(ctx context.Context, r *v1.CheckFollowRequest) (*v1.CheckFollowResponse, error) {
	yes, err := s.Store.Jobs.IsFollowing(ctx, s.sees(ctx, viewerOf(ctx)), r.GetChannelId())
	if err != nil {
		return nil, err
	}
	return &v1.CheckFollowResponse{IsFollowing: yes}, nil
}

// FollowChannel implements the contract. The row is the promise: the schedule is made now or by the reconciler.
func (s followService) FollowChannel(ctx context.Context, r *v1.FollowChannelRequest) (*v1.FollowChannelResponse, error) {
	f, ref, err := s.Store.Jobs.FollowChannel(ctx, s.sees(ctx, viewerOf(ctx)), r.GetChannelId())
	if err != nil {
		return nil, err
	}
	s.tell(ctx, func(ctx context.Context) error { return s.Jobs.FollowChannel(ctx, ref) })
	return &v1.FollowChannelResponse{Follow: s.followMessage(f)}, nil
}

// UnfollowChannel implements the contract. The schedule ends with the last follower.
func (s followService) UnfollowChannel(ctx context.Context, r *v1.UnfollowChannelRequest) (*v1.UnfollowChannelResponse, error) {
	id, last, err := s.Store.Jobs.UnfollowChannel(ctx, s.sees(ctx, viewerOf(ctx)), r.GetChannelId())
	if err != nil {
		return nil, err
	}
	if last {
		s.tell(ctx, func(ctx context.Context) error { return s.Jobs.UnfollowChannel(ctx, id) })
	}
	return &v1.UnfollowChannelResponse{}, nil
}

func (s *Server) followMessage(f jobs.FollowItem) *v1.Follow {
	return &v1.Follow{Channel: s.channelMessage(f.Channel), CreatedAt: at(&f.Follow.CreatedAt)}
}
