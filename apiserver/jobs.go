package apiserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

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

type jobService struct{ *Server }

// Process implements the contract. The row is the promise: once it is written the call has succeeded, whether or not the
// workflow engine can be reached.
func (s jobService) Process(ctx context.Context, r *v1.ProcessRequest) (*v1.ProcessResponse, error) {
	v := viewerOf(ctx)
	job, err := s.read(ctx, v, r)
	if err != nil {
		return nil, err
	}
	id := v.userID()
	job.UserID, job.Limits = &id, s.limitsOf(v)
	if job.IdempotencyKey, err = idempotencyKey(r.GetIdempotencyKey()); err != nil {
		return nil, err
	}
	made, created, err := s.Store.Jobs.CreateJob(ctx, job)
	if err != nil {
		return nil, err
	}
	if created {
		s.tell(ctx, func(ctx context.Context) error { return s.start(ctx, made.ID) })
	}
	return &v1.ProcessResponse{JobId: number(made.ID), Type: string(made.Kind), Url: made.Ref.URL}, nil
}

// idempotencyKey reads the caller's key. Its length is a rule of the contract, in characters; stored are as many bytes.
func idempotencyKey(key string) (string, error) {
	key = strings.TrimSpace(key)
	if strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' }) {
		return "", fault.New(fault.BadInput, "idempotencyKey: must be letters, digits and signs without spaces.").WithField("idempotencyKey")
	}
	return key, nil
}

// read turns a request into a job: files, or an address whose kind we recognise ourselves.
func (s jobService) read(ctx context.Context, v viewer, r *v1.ProcessRequest) (jobs.NewJob, error) {
	if len(r.GetUploadIds()) > 0 {
		return s.readUploads(ctx, v, r.GetUploadIds())
	}
	if media.InputKind(r.GetType()) == media.KindUpload {
		return jobs.NewJob{}, fault.New(fault.BadInput, "Please choose at least one transcript file.").WithField("uploadIds")
	}
	input := strings.TrimSpace(r.GetInput())
	ref, err := source.Recognise(input)
	if err != nil {
		return jobs.NewJob{}, err
	}
	selection, err := s.selection(ctx, v, ref.Kind, r.GetConfig())
	if err != nil {
		return jobs.NewJob{}, err
	}
	return jobs.NewJob{Kind: ref.Kind, Input: input, Ref: ref, Selection: selection}, nil
}

func (s jobService) readUploads(ctx context.Context, v viewer, keys []string) (jobs.NewJob, error) {
	var unique []string
	for _, k := range keys {
		if !slices.Contains(unique, k) {
			unique = append(unique, k)
		}
	}
	files, err := s.Store.Jobs.Uploads(ctx, v.userID(), unique)
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

// selection says which episodes of a collection are wanted. The ranges of its numbers are rules of the contract.
func (s jobService) selection(ctx context.Context, v viewer, kind media.InputKind, c *v1.ProcessConfig) (media.Selection, error) {
	selection := media.DefaultSelection(kind)
	if !kind.Collection() { // DECISIONS.md: config on a video is ignored
		return selection, nil
	}
	switch media.SelectMode(c.GetMode()) {
	case media.SelectAll:
		if !s.may(ctx, v, policies.SelectAllEpisodes) {
			return selection, fault.New(fault.Denied, "Only administrators can have all episodes analyzed. Choose recent episodes or a range of days instead.")
		}
		return media.Selection{Mode: media.SelectAll}, nil
	case media.SelectDateRange:
		days := media.DefaultDays
		if c.DateRange != nil {
			days = int(c.GetDateRange())
		}
		return media.Selection{Mode: media.SelectDateRange, Days: days}, nil
	case media.SelectRecent:
		if c.EpisodeCount != nil {
			selection.Count = int(c.GetEpisodeCount())
		}
	}
	return selection, nil
}

// ListJobs implements the contract.
func (s jobService) ListJobs(ctx context.Context, r *v1.ListJobsRequest) (*v1.ListJobsResponse, error) {
	v := viewerOf(ctx)
	user := v.userID()
	if r.GetAll() {
		if user = s.scope(ctx, v); user != 0 {
			return nil, fault.New(fault.Denied, "Only moderators and administrators can see everybody's jobs.")
		}
	}
	limit := int(r.GetLimit())
	if limit == 0 {
		limit = database.MaxPage
	}
	rows, total, err := s.Store.Jobs.Jobs(ctx, user, limit, int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	out := &v1.ListJobsResponse{Total: number(total)}
	for _, j := range rows {
		out.Jobs = append(out.Jobs, s.jobMessage(ctx, v, j, nil))
	}
	return out, nil
}

// GetJob implements the contract.
func (s jobService) GetJob(ctx context.Context, r *v1.GetJobRequest) (*v1.GetJobResponse, error) {
	v := viewerOf(ctx)
	job, err := s.wholeJob(ctx, v, int(r.GetId()))
	if err != nil {
		return nil, err
	}
	return &v1.GetJobResponse{Job: job}, nil
}

// wholeJob answers a job with items and steps, in a number of questions that does not grow with them.
func (s *Server) wholeJob(ctx context.Context, v viewer, id int) (*v1.Job, error) {
	j, err := s.Store.Jobs.Job(ctx, id, s.scope(ctx, v))
	if err != nil {
		return nil, err
	}
	items, err := s.jobItems(ctx, v, j.ID)
	if err != nil {
		return nil, err
	}
	return s.jobMessage(ctx, v, j, items), nil
}

// itemRow is an item with what its line shows.
type itemRow struct {
	item    *store.JobItem
	episode *store.Episode   // nil until it is known, and when the viewer may not see it
	steps   []*store.RunStep // of the run it wants or wanted last
}

// maxItems bounds the items of one answer; items_total says how many there are.
const maxItems = 1000

func (s *Server) jobItems(ctx context.Context, v viewer, jobID int) ([]itemRow, error) {
	items, _, err := s.Store.Jobs.JobItems(ctx, jobID, maxItems, 0)
	if err != nil {
		return nil, err
	}
	var episodeIDs, runIDs []int
	for _, it := range items {
		if it.EpisodeID != nil {
			episodeIDs = append(episodeIDs, *it.EpisodeID)
		}
		if it.RunID != nil {
			runIDs = append(runIDs, *it.RunID)
		}
	}
	episodes, err := s.Store.Jobs.EpisodesByID(ctx, episodeIDs, s.sees(ctx, v))
	if err != nil {
		return nil, err
	}
	steps, err := s.Store.Jobs.Steps(ctx, runIDs)
	if err != nil {
		return nil, err
	}
	rows := make([]itemRow, 0, len(items))
	for _, it := range items {
		row := itemRow{item: it}
		if it.EpisodeID != nil {
			row.episode = episodes[*it.EpisodeID]
		}
		if it.RunID != nil {
			row.steps = steps[*it.RunID]
		}
		rows = append(rows, row)
	}
	return rows, nil
}
