package apiserver

import (
	"cmp"
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/review"
)

// reviewPage is how many rows a list of the review shows when the caller names no limit.
const reviewPage = 50

func pageOf(limit int32) int { return cmp.Or(int(limit), reviewPage) }

// reviewService asks moderators about what the analysis is not sure of.
type reviewService struct{ store *store.Store }

// ListReviewItems implements the contract.
func (s reviewService) ListReviewItems(ctx context.Context, r *v1.ListReviewItemsRequest) (*v1.ListReviewItemsResponse, error) {
	f, err := queueFilter(r.GetKind(), r.GetType(), r.GetChannel())
	if err != nil {
		return nil, err
	}
	f.Limit, f.Offset = pageOf(r.GetLimit()), int(r.GetOffset())
	rows, total, err := s.store.Review.Waiting(ctx, f)
	if err != nil {
		return nil, err
	}
	return &v1.ListReviewItemsResponse{Items: convert.All(rows, convert.ReviewItem), Total: convert.Number(total)}, nil
}

// CountReviewItems implements the contract.
func (s reviewService) CountReviewItems(ctx context.Context, r *v1.CountReviewItemsRequest) (*v1.CountReviewItemsResponse, error) {
	f, err := queueFilter(r.GetKind(), r.GetType(), r.GetChannel())
	if err != nil {
		return nil, err
	}
	counts, err := s.store.Review.Counts(ctx, f)
	if err != nil {
		return nil, err
	}
	return convert.ReviewCounts(counts), nil
}

func queueFilter(kind, typ string, channel int32) (review.QueueFilter, error) {
	t, err := typeNamed("type", typ)
	return review.QueueFilter{Kind: cmp.Or(review.Kind(kind), review.Low), Type: mention.Type(t), ChannelID: int(channel)}, err
}

// DecideReviewItem implements the contract.
func (s reviewService) DecideReviewItem(ctx context.Context, r *v1.DecideReviewItemRequest) (*v1.DecideReviewItemResponse, error) {
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	switch {
	case r.GetDecision() == "type" && typ == "":
		return nil, fault.New(fault.BadInput, "Say which type it is.").WithField("type")
	case r.GetDecision() == "entity" && r.GetTargetId() == 0 && r.GetName() == "":
		return nil, fault.New(fault.BadInput, "Say what is meant: choose an entity or enter a name.").WithField("targetId")
	}
	done, err := s.store.Review.Decide(ctx, review.Decision{
		DoubtID: int(r.GetItemId()), MentionID: int(r.GetMentionId()), Decision: review.Verdict(r.GetDecision()), Sentence: r.GetSentence(),
		TargetID: int(r.GetTargetId()), Name: r.GetName(), Type: mention.Type(typ), Heard: r.GetHeard(), Reason: r.GetReason(),
		By: gate.Of(ctx).Actor(),
	})
	if err != nil {
		return nil, err
	}
	return &v1.DecideReviewItemResponse{Decision: convert.ReviewDecision(review.Ruled{Ruling: done})}, nil
}

// UndoReviewDecision implements the contract. Undoing twice is the same as once.
func (s reviewService) UndoReviewDecision(ctx context.Context, r *v1.UndoReviewDecisionRequest) (*v1.UndoReviewDecisionResponse, error) {
	done, err := s.store.Review.Undo(ctx, int(r.GetId()), gate.Of(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return &v1.UndoReviewDecisionResponse{Decision: convert.ReviewDecision(review.Ruled{Ruling: done})}, nil
}

// ListReviewDecisions implements the contract.
func (s reviewService) ListReviewDecisions(
	ctx context.Context, r *v1.ListReviewDecisionsRequest,
) (*v1.ListReviewDecisionsResponse, error) {
	rows, total, err := s.store.Review.Rulings(ctx, int(r.GetChannel()), pageOf(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListReviewDecisionsResponse{Decisions: convert.All(rows, convert.ReviewDecision), Total: convert.Number(total)}, nil
}
