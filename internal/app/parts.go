package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"mentionary/activities"
	"mentionary/internal/config"
	"mentionary/internal/engine"
	"mentionary/internal/extract"
	"mentionary/internal/extract/llm"
	"mentionary/internal/extract/offline"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/source/feed"
	"mentionary/internal/source/upload"
	"mentionary/internal/source/youtube"
	"mentionary/internal/source/ytdlp"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/telemetry"
)

// parts are what several commands share.
type parts struct {
	cfg   *config.Config
	log   *slog.Logger
	store *store.Store
	out   *outbound.Clients
	pacer outbound.Pacer // one for all who ask other people's servers
	// content holds the origins of own feeds: their sound may be played although it is not https.
	content []string
	metrics *telemetry.Metrics
	free    func(dir string) (uint64, error) // space in bytes, of the disk of a folder
	// temporalUI is where the embedded Temporal server's pages listen; empty when there are none.
	temporalUI string
	offAir     bool // nobody is asked about links and pictures
	shows      shows
}

// newParts opens the database and the doors out. More origins may be allowed than the configuration names: the demo's.
func newParts(ctx context.Context, cfg *config.Config, log *slog.Logger, origins ...string) (*parts, error) {
	content := append(config.Texts(cfg.Feeds), origins...)
	metrics := telemetry.NewMetrics(Version, Variant, cfg.PriceList())
	pacer := outbound.NewPacer(outbound.PacerLimits{}, outbound.SystemClock())
	out, err := outbound.New(outbound.Options{
		Version: Version, BaseURL: cfg.Base().String(), AllowCIDRs: cfg.Networks, ServiceOrigins: cfg.Services(),
		ContentOrigins: content, Observe: metrics.Outbound, Pacer: pacer,
	})
	if err != nil {
		return nil, err
	}
	s, err := openDatabase(ctx, target(cfg), database.WithLogger(log))
	if err != nil {
		return nil, err
	}
	p := &parts{cfg: cfg, log: log, store: s, out: out, pacer: pacer, content: content, metrics: metrics, free: freeSpace}
	if p.shows, err = p.openShows(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return p, nil
}

// target is where rows are kept: PostgreSQL when one is named, else the file in the data folder.
func target(cfg *config.Config) string {
	if cfg.Database.Named() {
		return cfg.Database.Reveal()
	}
	return cfg.SQLite()
}

func (p *parts) close() {
	if err := p.store.Close(); err != nil {
		p.log.Warn("the database did not close cleanly", "error", err)
	}
	p.out.CloseIdle()
}

// sources are the providers of episodes.
func (p *parts) sources() activities.Sources {
	return activities.Sources{
		media.YouTube: p.youtube(),
		media.Upload:  &activities.Given{Store: p.store},
		media.Feed:    feed.New(p.out, upload.Parse, time.Now).Asking(p.shows.links(p.out)),
	}
}

// youtube is the video site as a provider.
func (p *parts) youtube() *youtube.Source {
	y := youtube.Options{
		HTTP: p.out.Data(), Parse: upload.Parse, APIKey: p.cfg.YouTubeKey.Reveal(), Lookup: p.cfg.YouTubeLookup.On,
		Languages: p.cfg.Captions, Pacer: p.pacer, Now: time.Now,
	}
	if runner, ok := ytdlp.Find(); ok {
		y.Runner = runner
	}
	return youtube.New(y)
}

// extractor is the model when one is configured, else the built-in one.
func (p *parts) extractor() (extract.Extractor, error) {
	m := p.cfg.Model
	if m.URL.Host == "" {
		return offline.New(), nil
	}
	return llm.New(llm.Options{
		BaseURL: m.URL.String(), Key: m.Key.Reveal(), Model: m.Name, HTTPClient: p.out.Operator(), Timeout: m.Timeout,
	})
}

// builtInBeside is the built-in extractor where a model reads the chunks.
func builtInBeside(x extract.Extractor) extract.Extractor {
	if x.Recipe().Model == "" {
		return nil
	}
	return offline.New()
}

// batchesOf is the model as one that may be asked in batches: nil where no model reads.
func batchesOf(x extract.Extractor) activities.ModelBatches {
	b, _ := x.(activities.ModelBatches)
	return b
}

// setBudgets keeps the configured caps; what is not configured stays as it is.
func (p *parts) setBudgets(ctx context.Context) error {
	m := p.cfg.Model
	for scope, tokens := range map[string]*int{jobs.BudgetSystem: m.DailyTokens, jobs.BudgetDefault: m.UserDailyTokens} {
		if tokens == nil {
			continue
		}
		if err := p.store.Jobs.SetBudget(ctx, scope, *tokens); err != nil {
			return fmt.Errorf("keep the day's budget of the model: %w", err)
		}
	}
	sp := p.cfg.Speech
	for scope, minutes := range map[string]*int{jobs.BudgetSystem: sp.DailyMinutes, jobs.BudgetDefault: sp.UserDailyMinutes} {
		if minutes == nil {
			continue
		}
		if err := p.store.Jobs.SetSpeechBudget(ctx, scope, time.Duration(*minutes)*time.Minute); err != nil {
			return fmt.Errorf("keep the day's budget of speech recognition: %w", err)
		}
	}
	return nil
}

// work runs the workers, the reconciler and the hourly deletions until ctx ends.
func (p *parts) work(ctx context.Context, e *engine.Engine) error {
	x, err := p.extractor()
	if err != nil {
		return err
	}
	if err := p.setBudgets(ctx); err != nil {
		return err
	}
	lookups, err := p.lookups()
	if err != nil {
		return err
	}
	sources, beside := p.sources(), builtInBeside(x)
	listen, err := p.listen(sources)
	if err != nil {
		return err
	}
	texts := &activities.Texts{Store: p.store}
	steps := activities.Steps{
		Jobs: &activities.Jobs{Store: p.store, Runs: e, Recipe: x.Recipe, Log: p.log, Metrics: p.metrics},
		List: &activities.List{Store: p.store, Sources: sources, Now: time.Now},
		Fetch: &activities.Fetch{
			Store: p.store, Sources: sources, Texts: texts, Pictures: p.pictures(), Listen: listen, Batches: p.cfg.Model.Batches.On, Log: p.log,
		},
		Extract: &activities.Extract{
			Store: p.store, Texts: texts, Extractor: x, Beside: beside, Batches: batchesOf(x), Metrics: p.metrics, Now: time.Now, Log: p.log,
		},
		Publish: &activities.Publish{
			Store: p.store, Texts: texts, Known: &activities.KnownNames{Store: p.store}, Beside: beside, Voice: offline.Voice(),
		},
		Listen:  listen,
		Follows: &activities.Follows{Store: p.store, Jobs: e},
		Batches: &activities.Batches{Store: p.store, Engine: e},
		Links: &activities.Links{
			Store: p.store, Now: time.Now, Metrics: p.metrics, Checker: p.linkChecker(), Lookups: lookups,
		},
	}
	steps.Reading = &activities.Readings{Store: p.store, Publish: steps.Publish}
	steps.Passes = &activities.Passes{Store: p.store, Links: steps.Links}
	around := &activities.Interceptor{Store: p.store, Now: time.Now, Log: p.log, Metrics: p.metrics}
	return together(ctx,
		func(ctx context.Context) error {
			return e.Work(ctx, steps, around, engine.Concurrency(p.cfg.Work), stopTimeout)
		},
		func(ctx context.Context) error { return e.Reconcile(ctx, p.cfg.Temporal.Namespace) },
		func(ctx context.Context) error { return p.doHourlyChores(ctx, steps.Links) })
}

// stopTimeout is what running activities and requests get to let go when the process is asked to stop.
const stopTimeout = 10 * time.Second

// factSessionKey keeps the key that seals sign-ins when none is configured, so that all processes use the same.
const factSessionKey = "session.key"

// sessionKey returns the configured key or the one kept in the database.
func (p *parts) sessionKey(ctx context.Context) ([]byte, error) {
	if k := p.cfg.SessionKey.Reveal(); k != "" {
		return []byte(k), nil
	}
	b := make([]byte, 32)
	_, _ = rand.Read(b) // crypto/rand never fails
	kept, err := p.store.FactOnce(ctx, factSessionKey, hex.EncodeToString(b))
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(kept)
}

// httpClient is a client over a transport of ours.
func httpClient(rt http.RoundTripper) *http.Client { return &http.Client{Transport: rt} }
