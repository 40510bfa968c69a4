package app

import (
	"context"

	"mentionary/internal/config"
	"mentionary/internal/devstack/demo"
	"mentionary/internal/engine"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// library is the demo library, or nothing when it is switched off.
type library struct{ server *demo.Server }

func startDemo(ctx context.Context, cfg *config.Config) (library, error) {
	if !cfg.Demo.On {
		return library{}, nil
	}
	s, err := demo.Start(ctx, cfg.DemoListen.String())
	return library{s}, err
}

func (l library) close() {
	if l.server != nil {
		_ = l.server.Close()
	}
}

func (l library) origins() []string {
	if l.server == nil {
		return nil
	}
	return []string{l.server.Base()}
}

func (l library) address() string {
	if l.server == nil {
		return "switched off"
	}
	return l.server.Base()
}

// submit makes one job for each demo feed, once for each database: they go through the same workflows as everything
// else. A workflow engine that does not answer yet is no failure: the reconciler starts what is written.
func (l library) submit(ctx context.Context, s *store.Store, e *engine.Engine) error {
	if l.server == nil {
		return nil
	}
	for _, f := range demo.Feeds(l.server.Base()) {
		kept, err := s.Fact(ctx, factDemo+f.URL)
		if err != nil {
			return err
		}
		if kept != "" {
			continue
		}
		ref := media.Ref{Platform: media.Feed, Kind: media.KindFeed, ExternalID: f.URL, URL: f.URL}
		j, _, err := s.Jobs.CreateJob(ctx, jobs.NewJob{
			Kind: media.KindFeed, Input: f.URL, Ref: ref, Selection: media.Selection{Mode: media.SelectAll}, Title: f.Title,
		})
		if err != nil {
			return err
		}
		if err := s.SetFact(ctx, factDemo+f.URL, j.Key); err != nil {
			return err
		}
		jobRef, err := s.Jobs.JobRef(ctx, j.ID)
		if err != nil {
			return err
		}
		_ = e.StartJob(ctx, jobRef)
	}
	return nil
}

// factDemo keeps, for each demo feed, that it was submitted.
const factDemo = "demo."
