package apiserver

import (
	"context"
	"slices"
	"time"

	"connectrpc.com/connect"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/auth"
)

// ListSessions implements the contract: the session that asks first, then the latest used.
func (s accountService) ListSessions(ctx context.Context, _ *v1.ListSessionsRequest) (*v1.ListSessionsResponse, error) {
	v := gate.Of(ctx)
	rows, err := s.store.People.Sessions(ctx, v.UserID(), s.usedSince())
	if err != nil {
		return nil, err
	}
	out := &v1.ListSessionsResponse{}
	for _, r := range rows {
		one := convert.Session(r, v.Session.ID)
		if one.GetCurrent() {
			out.Sessions = slices.Insert(out.Sessions, 0, one)
		} else {
			out.Sessions = append(out.Sessions, one)
		}
	}
	return out, nil
}

// usedSince is the last use that keeps a session good.
func (s accountService) usedSince() time.Time { return s.now().Add(-auth.IdleLifetime) }

// EndSession implements the contract. Ending the session that asks clears its cookie.
func (s accountService) EndSession(ctx context.Context, r *v1.EndSessionRequest) (*v1.EndSessionResponse, error) {
	v := gate.Of(ctx)
	if err := s.store.People.EndOwnSession(ctx, v.UserID(), int(r.GetId())); err != nil {
		return nil, err
	}
	if int(r.GetId()) == v.Session.ID {
		s.forgetCookie(ctx)
	}
	return &v1.EndSessionResponse{}, nil
}

// EndAllSessions implements the contract. Live streams end with their next look at the session.
func (s accountService) EndAllSessions(ctx context.Context, _ *v1.EndAllSessionsRequest) (*v1.EndAllSessionsResponse, error) {
	n, err := s.store.People.SignOutEverywhere(ctx, gate.Of(ctx).UserID(), s.usedSince())
	if err != nil {
		return nil, err
	}
	s.forgetCookie(ctx)
	return &v1.EndAllSessionsResponse{Ended: convert.Number(n)}, nil
}

// forgetCookie makes the browser that asks forget its session.
func (s accountService) forgetCookie(ctx context.Context) {
	if call, ok := connect.CallInfoForHandlerContext(ctx); ok {
		s.auth.ForgetSession(call.ResponseHeader())
	}
}
