package apiserver

import (
	"context"
	"strings"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source/lines"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// Batches drives batches.
type Batches interface {
	StartBatch(ctx context.Context, b jobs.BatchRef) error
	// TellBatch says that somebody paused, resumed or cancelled the batch.
	TellBatch(ctx context.Context, b jobs.BatchRef) error
}

// batchService is about lists of addresses that are submitted line by line.
type batchService struct {
	store     *store.Store
	gate      *gate.Gate
	batches   Batches
	messenger messenger
	view      batchView
}

// ReadLines implements the contract.
func (s batchService) ReadLines(_ context.Context, r *v1.ReadLinesRequest) (*v1.ReadLinesResponse, error) {
	l, err := lines.Read(r.GetText())
	if err != nil {
		return nil, err
	}
	if err := l.Check(); err != nil {
		return nil, err
	}
	return &v1.ReadLinesResponse{
		Valid: convert.Number(len(l.Lines)), Lines: l.Texts(), Dropped: convert.All(l.Dropped, convert.DroppedLine),
		Duplicates: convert.Number(l.Duplicates), Unknown: convert.Number(l.Unknown), Format: string(l.Format),
	}, nil
}

// emptyList says what is missing, and noAddress what is wrong, in the words of SPEC.md section 5.
var (
	emptyList = map[work.BatchKind]string{
		work.BatchURLs: "Please enter YouTube URLs to process", work.BatchChannel: "Please enter a YouTube channel URL",
		work.BatchPlaylist: "Please enter a YouTube playlist URL",
	}
	noAddress = "Please provide valid YouTube URLs"
)

// readBatch reads the lines of a batch and refuses lists that none takes.
func readBatch(kind work.BatchKind, text string) (lines.List, error) {
	if strings.TrimSpace(text) == "" {
		return lines.List{}, fault.New(fault.BadInput, emptyList[kind]).WithField("text")
	}
	l, err := lines.Read(text)
	if err != nil {
		return l, err
	}
	switch {
	case len(l.Lines) == 0 && kind == work.BatchURLs:
		return l, fault.New(fault.BadInput, noAddress).WithField("text")
	case len(l.Lines) == 0:
		return l, fault.New(fault.BadInput, l.Dropped[0].Reason).WithField("text")
	case len(l.Lines) > 1 && kind != work.BatchURLs:
		return l, fault.New(fault.BadInput, "Please enter one address here. For a list of addresses, use the tab Individual URLs.").
			WithField("text")
	}
	return l, l.Check()
}

// batchSelection says which episodes of channels and feeds a batch takes. Without a config each line has the default of its
// kind.
func batchSelection(g *gate.Gate, v gate.Viewer, c *v1.ProcessConfig) (media.Selection, error) {
	switch media.SelectMode(c.GetMode()) {
	case "":
		return media.Selection{}, nil
	case media.SelectChosen:
		return media.Selection{}, fault.New(fault.BadInput, "Single episodes can be chosen of one show only. Submit the show by itself.").
			WithField("mode")
	}
	return selectionOf(g, v, media.KindChannel, c)
}

// StartBatch implements the contract. The rows are the promise: once they are written the call has succeeded.
func (s batchService) StartBatch(ctx context.Context, r *v1.StartBatchRequest) (*v1.StartBatchResponse, error) {
	v, kind := gate.Of(ctx), work.BatchKind(r.GetKind())
	l, err := readBatch(kind, r.GetText())
	if err != nil {
		return nil, err
	}
	selection, err := batchSelection(s.gate, v, r.GetConfig())
	if err != nil {
		return nil, err
	}
	key, err := idempotencyKey(r.GetIdempotencyKey())
	if err != nil {
		return nil, err
	}
	made, created, err := s.store.Jobs.CreateBatch(ctx, v.Actor(), jobs.NewBatch{
		UserID: v.UserID(), Kind: kind, Title: batchTitle(l.Texts()), Lines: l.Texts(), Selection: selection, IdempotencyKey: key,
	})
	if err != nil {
		return nil, err
	}
	if created {
		ref := jobs.BatchRef{BatchID: made.ID, Key: made.Key, Submitter: v.PublicID(), Lines: made.LinesTotal}
		s.messenger.tell(ctx, func(ctx context.Context) error { return s.batches.StartBatch(ctx, ref) })
	}
	whole, err := s.view.whole(ctx, v, made.ID)
	return &v1.StartBatchResponse{Batch: whole, Dropped: convert.All(l.Dropped, convert.DroppedLine)}, err
}

// batchTitle names a batch by its first address.
func batchTitle(all []string) string {
	const room = 90 // characters, so that what follows is not cut
	if len(all) == 1 {
		return wording.Shorten(all[0], room)
	}
	return wording.Shorten(all[0], room) + " and " + wording.Count(len(all)-1, "other", "others")
}

// ListBatches implements the contract.
func (s batchService) ListBatches(ctx context.Context, r *v1.ListBatchesRequest) (*v1.ListBatchesResponse, error) {
	rows, total, err := s.store.Jobs.Batches(ctx, int(r.GetScheduleId()), int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListBatchesResponse{Batches: convert.All(rows, s.view.line), Total: convert.Number(total)}, nil
}

// GetBatch implements the contract.
func (s batchService) GetBatch(ctx context.Context, r *v1.GetBatchRequest) (*v1.GetBatchResponse, error) {
	b, err := s.view.whole(ctx, gate.Of(ctx), int(r.GetId()))
	return &v1.GetBatchResponse{Batch: b}, err
}

// PauseBatch implements the contract. Pausing twice is the same as once.
func (s batchService) PauseBatch(ctx context.Context, r *v1.PauseBatchRequest) (*v1.PauseBatchResponse, error) {
	v := gate.Of(ctx)
	if err := s.pause(ctx, v.Actor(), int(r.GetId()), r.GetPaused()); err != nil {
		return nil, err
	}
	b, err := s.view.whole(ctx, v, int(r.GetId()))
	return &v1.PauseBatchResponse{Batch: b}, err
}

func (s batchService) pause(ctx context.Context, by database.Actor, id int, on bool) error {
	ref, err := s.store.Jobs.PauseBatch(ctx, by, id, on)
	if err == nil {
		s.messenger.tell(ctx, func(ctx context.Context) error { return s.batches.TellBatch(ctx, ref) })
	}
	return err
}

// CancelBatch implements the contract. Cancelling twice is the same as once. The jobs are cancelled by the batch's workflow, so
// that a thousand of them do not keep the caller waiting.
func (s batchService) CancelBatch(ctx context.Context, r *v1.CancelBatchRequest) (*v1.CancelBatchResponse, error) {
	v := gate.Of(ctx)
	if err := s.cancel(ctx, v.Actor(), int(r.GetId())); err != nil {
		return nil, err
	}
	b, err := s.view.whole(ctx, v, int(r.GetId()))
	return &v1.CancelBatchResponse{Batch: b}, err
}

func (s batchService) cancel(ctx context.Context, by database.Actor, id int) error {
	ref, made, err := s.store.Jobs.CancelBatch(ctx, by, id)
	if err == nil && made {
		s.messenger.tell(ctx, func(ctx context.Context) error { return s.batches.TellBatch(ctx, ref) })
	}
	return err
}
