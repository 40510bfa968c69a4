package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"mentionary/apiserver"
	"mentionary/internal/engine"
	"mentionary/internal/store/database"
)

// Free space of the data folder, in bytes.
const (
	spaceScarce = 1 << 30   // below it people are warned
	spaceGone   = 100 << 20 // below it writing may fail at any moment
	spaceFull   = 16 << 20  // below it writing fails: the logs of both databases need this much
)

// checks are what the dashboard's health is made of.
func (p *parts) checks(id *identity, e *engine.Engine) []apiserver.Check {
	all := []apiserver.Check{
		{Name: "database", Ask: p.checkDatabase},
		{Name: "workflows", Ask: func(ctx context.Context) (string, string) {
			return p.judge(ctx, "workflows", e.Health(ctx), "Temporal answers.", "Temporal does not answer. Nothing is lost; work goes on when it is back.")
		}},
		{Name: "workers", Ask: func(ctx context.Context) (string, string) { return p.checkWorkers(ctx, e) }},
		{Name: "sign_in", Ask: func(ctx context.Context) (string, string) {
			return p.judge(ctx, "sign_in", id.auth.Health(ctx), "The identity provider answers.", "The identity provider does not answer. Nobody can sign in; those who are signed in stay so.")
		}},
		{Name: "model", Ask: p.checkModel},
	}
	if !database.IsPostgres(p.cfg.Database) {
		all = append(all, apiserver.Check{Name: "disk", Ask: p.checkDisk})
	}
	return all
}

// judge is the verdict on something that answers or not. Why it does not is for the log.
func (p *parts) judge(ctx context.Context, name string, err error, good, bad string) (state, text string) {
	if err != nil {
		p.log.WarnContext(ctx, "a check failed", "check", name, "error", err)
		return apiserver.CheckDown, bad
	}
	return apiserver.CheckOK, good
}

func (p *parts) checkDatabase(ctx context.Context) (state, text string) {
	err := p.store.Ping(ctx)
	if err == nil {
		err = p.store.WriteCheck(ctx)
	}
	return p.judge(ctx, "database", err, "It answers and takes writes.", "It does not answer or takes no writes. Look at its log and its disk.")
}

func (p *parts) checkWorkers(ctx context.Context, e *engine.Engine) (state, text string) {
	missing, err := e.Unattended(ctx)
	if err != nil {
		return p.judge(ctx, "workers", err, "", "Temporal does not answer, so nobody knows whether workers are at work.")
	}
	if len(missing) == 0 {
		return apiserver.CheckOK, "Workers ask for work on all queues."
	}
	names := make([]string, 0, len(missing))
	for _, q := range missing {
		names = append(names, string(q))
	}
	return apiserver.CheckDown, "No worker asks for work on " + strings.Join(names, ", ") + ". Start one with `mentionary worker`."
}

// checkModel asks the model server which models it has: any answer but its own failure will do.
func (p *parts) checkModel(ctx context.Context) (state, text string) {
	m := p.cfg.Model
	if m.URL == "" {
		return apiserver.CheckOff, "No language model is configured; the built-in extractor reads."
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(m.URL, "/")+"/models", nil)
	if err == nil {
		if k := m.Key.Reveal(); k != "" {
			r.Header.Set("Authorization", "Bearer "+k)
		}
		var res *http.Response
		if res, err = p.out.Operator().Do(r); err == nil {
			_ = res.Body.Close()
			if res.StatusCode >= http.StatusInternalServerError {
				err = fmt.Errorf("the model server answered %s", res.Status)
			}
			if res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden {
				return apiserver.CheckDown, "The model server refuses the key. Set MENTIONARY_MODEL_KEY."
			}
		}
	}
	return p.judge(ctx, "model", err, m.Name+" is configured and its server answers.", "The model server does not answer. Analyses wait until it does.")
}

// checkDisk looks at the disk of the data folder, which SQLite writes to.
func (p *parts) checkDisk(context.Context) (state, text string) {
	free, err := p.free(p.cfg.DataDir)
	if err != nil {
		return apiserver.CheckDown, "The data folder cannot be looked at."
	}
	return spaceVerdict(free)
}

func spaceVerdict(free uint64) (state, text string) {
	text = fmt.Sprintf("%.1f GB are free on the disk of the data folder.", float64(free)/1e9)
	switch {
	case free < spaceFull:
		return apiserver.CheckDown, "The disk of the data folder is full: nothing can be written. Free some space."
	case free < spaceGone:
		return apiserver.CheckDown, text + " Free some now: nothing can be written soon."
	case free < spaceScarce:
		return apiserver.CheckDegraded, text + " Free some soon."
	}
	return apiserver.CheckOK, text
}

// diskFull answers an error while the disk of an SQLite database takes no more. PostgreSQL looks after its own.
func (p *parts) diskFull() error {
	if database.IsPostgres(p.cfg.Database) {
		return nil
	}
	if free, err := p.free(p.cfg.DataDir); err == nil && free < spaceFull {
		_, text := spaceVerdict(free)
		return errors.New(text)
	}
	return nil
}
