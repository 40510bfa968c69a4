package apiserver

import (
	"context"
	"strings"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/mention"
	"mentionary/internal/store/review"
)

// ListGlossary implements the contract.
func (s reviewService) ListGlossary(ctx context.Context, r *v1.ListGlossaryRequest) (*v1.ListGlossaryResponse, error) {
	rows, total, err := s.store.Review.Glossary(ctx, review.GlossaryFilter{
		ChannelID: int(r.GetChannel()), Search: strings.TrimSpace(r.GetSearch()), Limit: pageOf(r.GetLimit()), Offset: int(r.GetOffset()),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListGlossaryResponse{Lines: convert.All(rows, convert.GlossaryLine), Total: convert.Number(total)}, nil
}

// AddGlossaryLines implements the contract.
func (s reviewService) AddGlossaryLines(ctx context.Context, r *v1.AddGlossaryLinesRequest) (*v1.AddGlossaryLinesResponse, error) {
	lines := make([]review.Line, 0, len(r.GetLines()))
	for _, l := range r.GetLines() {
		line, err := newLine(l)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	rows, err := s.store.Review.AddLines(ctx, int(r.GetChannel()), lines, gate.Of(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return &v1.AddGlossaryLinesResponse{Lines: convert.All(rows, convert.GlossaryLine)}, nil
}

// EditGlossaryLine implements the contract.
func (s reviewService) EditGlossaryLine(ctx context.Context, r *v1.EditGlossaryLineRequest) (*v1.EditGlossaryLineResponse, error) {
	line, err := newLine(r.GetLine())
	if err != nil {
		return nil, err
	}
	row, err := s.store.Review.EditLine(ctx, int(r.GetId()), line, gate.Of(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return &v1.EditGlossaryLineResponse{Line: convert.GlossaryLine(row)}, nil
}

// DeleteGlossaryLine implements the contract. Deleting twice is the same as once.
func (s reviewService) DeleteGlossaryLine(ctx context.Context, r *v1.DeleteGlossaryLineRequest) (*v1.DeleteGlossaryLineResponse, error) {
	if err := s.store.Review.DeleteLine(ctx, int(r.GetId()), gate.Of(ctx).Actor()); err != nil {
		return nil, err
	}
	return &v1.DeleteGlossaryLineResponse{}, nil
}

// newLine reads a line that somebody wrote. A line about sponsors is about them alone.
func newLine(l *v1.NewGlossaryLine) (review.Line, error) {
	typ, err := typeNamed("type", l.GetType())
	meant := mention.Type(typ)
	line := review.Line{Heard: clean(l.GetHeard()), Blocked: l.GetBlocked()}
	if meant == mention.Sponsor {
		line.Type = meant
	}
	if !line.Blocked {
		line.Meant, line.MeantType = clean(l.GetMeant()), meant
	}
	return line, err
}

// clean is a text without blanks at its ends, and one between words.
func clean(s string) string { return strings.Join(strings.Fields(s), " ") }
