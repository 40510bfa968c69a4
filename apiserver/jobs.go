package apiserver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/policies"
)

// jobService is about what people submit.
type jobService struct {
	store  *store.Store
	gate   *gate.Gate
	limits limits
	engine jobMessenger
	view   jobView

	listening *Listening // nil where nobody listens
}

// Process implements the contract. The row is the promise: once it is written the call has succeeded, whether or not the
// workflow engine can be reached.
func (s jobService) Process(ctx context.Context, r *v1.ProcessRequest) (*v1.ProcessResponse, error) {
	v := gate.Of(ctx)
	job, err := s.read(ctx, v, r)
	if err != nil {
		return nil, err
	}
	id := v.UserID()
	job.UserID, job.Limits, job.RequestID = &id, s.limits.of(v), s.engine.requestID(ctx)
	if job.IdempotencyKey, err = idempotencyKey(r.GetIdempotencyKey()); err != nil {
		return nil, err
	}
	made, created, err := s.store.Jobs.CreateJob(ctx, job)
	if err != nil {
		return nil, err
	}
	if created {
		s.engine.tell(ctx, func(ctx context.Context) error { return s.engine.jobs.StartJob(ctx, jobs.RefOf(made, v.PublicID())) })
	}
	return &v1.ProcessResponse{JobId: convert.Number(made.ID), Type: string(made.Kind), Url: made.Ref.URL}, nil
}

// idempotencyKey reads the caller's key. Its length is a rule of the contract, in characters; stored are as many bytes.
func idempotencyKey(key string) (string, error) {
	key = strings.TrimSpace(key)
	if strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' }) {
		return "", fault.New(fault.BadInput, "idempotencyKey: must be letters, digits and signs without spaces.").WithField("idempotencyKey")
	}
	return key, nil
}

// read turns a request into a job: files, or an address whose kind we recognize ourselves.
func (s jobService) read(ctx context.Context, v gate.Viewer, r *v1.ProcessRequest) (jobs.NewJob, error) {
	if len(r.GetUploadIds()) > 0 {
		return s.readUploads(ctx, v, r.GetUploadIds())
	}
	if media.InputKind(r.GetType()) == media.KindUpload {
		return jobs.NewJob{}, fault.New(fault.BadInput, "Please choose at least one transcript file.").WithField("uploadIds")
	}
	input := strings.TrimSpace(r.GetInput())
	ref, err := source.Recognize(input)
	if err != nil {
		return jobs.NewJob{}, err
	}
	selection, err := selectionOf(s.gate, v, ref.Kind, r.GetConfig())
	if err != nil {
		return jobs.NewJob{}, err
	}
	return jobs.NewJob{Kind: ref.Kind, Input: input, Ref: ref, Selection: selection}, nil
}

func (s jobService) readUploads(ctx context.Context, v gate.Viewer, keys []string) (jobs.NewJob, error) {
	var unique []string
	for _, k := range keys {
		if !slices.Contains(unique, k) {
			unique = append(unique, k)
		}
	}
	files, err := s.store.Jobs.Uploads(ctx, v.UserID(), unique)
	if err != nil {
		return jobs.NewJob{}, err
	}
	title, name := files[0].Episode.Title, files[0].FileName
	if more := len(files) - 1; more > 0 {
		title, name = fmt.Sprintf("%d files", len(files)), fmt.Sprintf("%s and %d more", name, more)
	}
	return jobs.NewJob{
		Kind: media.KindUpload, Input: transcript.CleanText(name, maxInput), Title: title, UploadIDs: unique,
		Ref:       media.Ref{Platform: media.Upload, Kind: media.KindUpload, ExternalID: unique[0]},
		Selection: media.DefaultSelection(media.KindUpload),
	}, nil
}

// maxInput is how long the stored input may be, in characters: the column holds 2,048 bytes.
const maxInput = 500

// selectionOf says which episodes of a collection are wanted. The ranges of its numbers are rules of the contract.
func selectionOf(g *gate.Gate, v gate.Viewer, kind media.InputKind, c *v1.ProcessConfig) (media.Selection, error) {
	selection := media.DefaultSelection(kind)
	if !kind.Collection() { // DECISIONS.md: config on a video is ignored
		return selection, nil
	}
	switch media.SelectMode(c.GetMode()) {
	case media.SelectAll:
		if !g.May(v, policies.SelectAllEpisodes) {
			return selection, fault.New(fault.Denied,
				"Only administrators can have all episodes analyzed. Choose recent episodes or a range of days instead.")
		}
		return media.Selection{Mode: media.SelectAll}, nil
	case media.SelectDateRange:
		days := media.DefaultDays
		if c.DateRange != nil {
			days = int(c.GetDateRange())
		}
		return media.Selection{Mode: media.SelectDateRange, Days: days}, nil
	case media.SelectChosen:
		chosen, err := chosenEpisodes(c.GetEpisodeIds())
		return media.Selection{Mode: media.SelectChosen, Chosen: chosen}, err
	case media.SelectRecent:
		if c.EpisodeCount != nil {
			selection.Count = int(c.GetEpisodeCount())
		}
	}
	return selection, nil
}

// chosenEpisodes reads the ids of single episodes, each once. How many and how long they may be are rules of the contract.
func chosenEpisodes(ids []string) ([]string, error) {
	var out []string
	for _, id := range ids {
		if id = strings.TrimSpace(id); id == "" || transcript.CleanText(id, 0) != id { // listings hold no others
			return nil, fault.New(fault.BadInput, "episodeIds: please choose the episodes from the list of the show.").WithField("episodeIds")
		}
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		return nil, fault.New(fault.BadInput, "Please choose at least one episode.").WithField("episodeIds")
	}
	return out, nil
}

// ListJobs implements the contract.
func (s jobService) ListJobs(ctx context.Context, r *v1.ListJobsRequest) (*v1.ListJobsResponse, error) {
	v := gate.Of(ctx)
	user := v.UserID()
	if r.GetAll() {
		if user = s.gate.WhoseJobs(v); user != 0 {
			return nil, fault.New(fault.Denied, "Only moderators and administrators can see everybody's jobs.")
		}
	}
	limit := cmp.Or(int(r.GetLimit()), database.MaxPage)
	rows, total, err := s.store.Jobs.Jobs(ctx, user, limit, int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	out := &v1.ListJobsResponse{Total: convert.Number(total)}
	for _, j := range rows {
		out.Jobs = append(out.Jobs, s.view.line(v, j))
	}
	return out, nil
}

// GetJob implements the contract.
func (s jobService) GetJob(ctx context.Context, r *v1.GetJobRequest) (*v1.GetJobResponse, error) {
	v := gate.Of(ctx)
	job, err := s.view.whole(ctx, v, int(r.GetId()))
	if err != nil {
		return nil, err
	}
	return &v1.GetJobResponse{Job: job}, nil
}
