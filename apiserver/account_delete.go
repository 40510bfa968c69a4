package apiserver

import (
	"context"
	"strings"

	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
)

// deleteWords is what people type to delete their account.
const deleteWords = "delete my account"

// DeleteAccount implements the contract. The rows go in one transaction; workflows that worked for them are canceled
// after it, and end by themselves where that fails, because their rows are gone.
func (s accountService) DeleteAccount(ctx context.Context, r *v1.DeleteAccountRequest) (*v1.DeleteAccountResponse, error) {
	v := gate.Of(ctx)
	if strings.TrimSpace(r.GetConfirm()) != deleteWords {
		return nil, fault.Newf(fault.BadInput, "To delete your account, please type %q.", deleteWords).WithField("confirm")
	}
	if err := s.gate.RecentSignIn(v); err != nil {
		return nil, err
	}
	left, err := s.store.People.DeleteAccount(ctx, v.UserID())
	if err != nil {
		return nil, err
	}
	s.forgetCookie(ctx)
	messages := []message{s.engine.unwanted(left.Runs)}
	for _, j := range left.Jobs {
		messages = append(messages, func(ctx context.Context) error { return s.engine.jobs.CancelJob(ctx, j) })
	}
	s.engine.tell(ctx, messages...)
	return &v1.DeleteAccountResponse{}, nil
}
