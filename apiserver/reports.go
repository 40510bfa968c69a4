package apiserver

import (
	"context"
	"strings"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/review"
)

// reportService takes what readers say is wrong.
type reportService struct {
	store *store.Store
	gate  *gate.Gate
}

// Report implements the contract.
func (s reportService) Report(ctx context.Context, r *v1.ReportRequest) (*v1.ReportResponse, error) {
	v := gate.Of(ctx)
	text := strings.TrimSpace(r.GetText())
	if r.GetReason() == "other" && text == "" {
		return nil, fault.New(fault.BadInput, "Say in a few words what is wrong.").WithField("text")
	}
	row, err := s.store.Review.Report(ctx, review.NewReport{
		UserID: v.UserID(), Viewer: s.gate.Sees(v), Type: review.ItemType(r.GetItemType()), ItemID: int(r.GetItemId()),
		Reason: r.GetReason(), Text: text,
	})
	if err != nil {
		return nil, err
	}
	return &v1.ReportResponse{Report: convert.Report(row)}, nil
}

// ListReported implements the contract.
func (s reviewService) ListReported(ctx context.Context, r *v1.ListReportedRequest) (*v1.ListReportedResponse, error) {
	rows, total, err := s.store.Review.Reported(ctx, pageOf(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListReportedResponse{Reported: convert.All(rows, convert.Reported), Total: convert.Number(total)}, nil
}

// AnswerReports implements the contract. Answering twice is the same as once.
func (s reviewService) AnswerReports(ctx context.Context, r *v1.AnswerReportsRequest) (*v1.AnswerReportsResponse, error) {
	item, answer := review.ItemType(r.GetItemType()), review.Answer(r.GetState())
	n, err := s.store.Review.AnswerReports(ctx, item, int(r.GetItemId()), answer, gate.Of(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return &v1.AnswerReportsResponse{Reports: convert.Number(n)}, nil
}
