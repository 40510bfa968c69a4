package apiserver

import (
	"cmp"
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/budget"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
	"mentionary/policies"
)

// workService shows everything that runs or ran, whoever's it is, to moderators and admins.
type workService struct {
	store   *store.Store
	gate    *gate.Gate
	engine  jobMessenger
	batches batchService
	quality qualityService
	view    jobView
	queues  *queueDesk
	prices  budget.Prices
	ui      string // address of the workflow engine's own pages; empty when there are none
}

// workFilter reads the filters of a list.
func workFilter(r *v1.ListWorkRequest) jobs.WorkFilter {
	f := jobs.WorkFilter{
		Stage: work.Stage(r.GetStage()), Channel: r.GetChannelId(), ErrorClass: r.GetErrorClass(), Submitter: r.GetSubmitterId(),
		Search: r.GetSearch(),
	}
	for _, k := range r.GetKinds() {
		f.Kinds = append(f.Kinds, work.Kind(k))
	}
	for _, c := range r.GetStates() {
		f.Conditions = append(f.Conditions, work.Condition(c))
	}
	return f
}

// workViewer is what the viewer may do with everybody's work.
func workViewer(g *gate.Gate, v gate.Viewer) convert.WorkViewer {
	return convert.WorkViewer{
		AnalyzeAgain: g.May(v, policies.AnalyzeAgain), RaiseBudgets: g.May(v, mentionaryv1connect.AdminServiceSetBudgetProcedure),
		Batches: g.May(v, mentionaryv1connect.BatchServiceCancelBatchProcedure),
	}
}

// workPage is how many rows a list has when the caller names no limit.
const workPage = 200

// ListWork implements the contract.
func (s workService) ListWork(ctx context.Context, r *v1.ListWorkRequest) (*v1.ListWorkResponse, error) {
	f := workFilter(r)
	f.Limit, f.After = cmp.Or(int(r.GetLimit()), workPage), r.GetPageToken()
	page, err := s.store.Jobs.Work(ctx, f)
	if err != nil {
		return nil, err
	}
	viewer := workViewer(s.gate, gate.Of(ctx))
	return &v1.ListWorkResponse{
		Work:  convert.All(page.Work, func(w jobs.Work) *v1.Work { return convert.Work(w, viewer) }),
		Total: convert.Number(page.Total), NextPageToken: page.Next,
	}, nil
}

// ListWorkNames implements the contract.
func (s workService) ListWorkNames(ctx context.Context, r *v1.ListWorkNamesRequest) (*v1.ListWorkNamesResponse, error) {
	const most = 50 // of each, as the contract says
	names, err := s.store.Jobs.WorkNames(ctx, jobs.WorkNamesFilter{
		Search: r.GetSearch(), Channel: r.GetChannelId(), Submitter: r.GetSubmitterId(), Limit: most,
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListWorkNamesResponse{
		Channels: convert.All(names.Channels, convert.WorkChannel), Submitters: convert.All(names.Submitters, convert.WorkSubmitter),
	}, nil
}

// GetWork implements the contract.
func (s workService) GetWork(ctx context.Context, r *v1.GetWorkRequest) (*v1.GetWorkResponse, error) {
	key, err := workKey(r.GetKey())
	if err != nil {
		return nil, err
	}
	st, err := s.store.Jobs.WorkStory(ctx, key)
	if err != nil {
		return nil, err
	}
	v := gate.Of(ctx)
	out := convert.WorkStory(st, workViewer(s.gate, v), s.prices)
	if st.Job != nil {
		if out.Job, err = s.view.whole(ctx, v, st.Job.ID); err != nil {
			return nil, err
		}
	}
	if s.gate.May(v, policies.WorkflowEngine) {
		out.WorkflowUrl = workflowPage(s.ui, st.WorkflowID)
	}
	return out, nil
}

func workKey(text string) (work.Key, error) {
	key, ok := work.ParseKey(text)
	if !ok {
		return key, fault.New(fault.NotFound, "There is no such work.")
	}
	return key, nil
}
