package apiserver

import (
	"context"
	"strings"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
)

// deleteWords is what people type to delete their account.
const deleteWords = "delete my account"

// DeleteAccount implements the contract. The rows go in one transaction; workflows that worked for them are cancelled
// after it, and end by themselves where that fails, because their rows are gone.
func (s accountService) DeleteAccount(ctx context.Context, r *v1.DeleteAccountRequest) (*v1.DeleteAccountResponse, error) {
	v := viewerOf(ctx)
	if strings.TrimSpace(r.GetConfirm()) != deleteWords {
		return nil, fault.Newf(fault.BadInput, "To delete your account, please type %q.", deleteWords).WithField("confirm")
	}
	if err := s.recentSignIn(ctx, v); err != nil {
		return nil, err
	}
	left, err := s.Store.People.DeleteAccount(ctx, v.userID())
	if err != nil {
		return nil, err
	}
	s.forgetCookie(ctx)
	calls := []func(context.Context) error{s.stop(left.Runs)}
	for _, j := range left.Jobs {
		calls = append(calls, func(ctx context.Context) error { return s.Jobs.CancelJob(ctx, j) })
	}
	s.tell(ctx, calls...)
	return &v1.DeleteAccountResponse{}, nil
}
