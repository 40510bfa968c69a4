package telemetry

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// askTimeout bounds what a scrape waits for one of its questions.
const askTimeout = 3 * time.Second

// State is what is counted when somebody asks instead of when it happens. A nil function, and one that fails, gives no
// series.
type State struct {
	QueueBacklog func(context.Context) (map[string]int, error) // tasks that wait, by queue
	OpenJobs     func(context.Context) (map[string]int, error) // by state
	PoolInUse    func() int                                    // connections to the database
}

// Watch adds the state to what Handler answers. It is called once.
func (m *Metrics) Watch(s State, log *slog.Logger) {
	m.registry.MustRegister(&gauges{
		state: s, log: log,
		backlog: prometheus.NewDesc("mentionary_queue_backlog", "Tasks that wait for a worker.", []string{"queue"}, nil),
		jobs:    prometheus.NewDesc("mentionary_jobs_open", "Jobs that have not ended.", []string{"state"}, nil),
		pool:    prometheus.NewDesc("mentionary_db_pool_in_use", "Connections to the database in use.", nil, nil),
	})
}

type gauges struct {
	state               State
	log                 *slog.Logger
	backlog, jobs, pool *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (g *gauges) Describe(to chan<- *prometheus.Desc) { to <- g.backlog; to <- g.jobs; to <- g.pool }

// Collect implements prometheus.Collector.
func (g *gauges) Collect(to chan<- prometheus.Metric) {
	g.byLabel(to, g.backlog, g.state.QueueBacklog)
	g.byLabel(to, g.jobs, g.state.OpenJobs)
	if g.state.PoolInUse != nil {
		to <- prometheus.MustNewConstMetric(g.pool, prometheus.GaugeValue, float64(g.state.PoolInUse()))
	}
}

func (g *gauges) byLabel(to chan<- prometheus.Metric, d *prometheus.Desc, ask func(context.Context) (map[string]int, error)) {
	if ask == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), askTimeout)
	defer cancel()
	counts, err := ask(ctx)
	if err != nil {
		g.log.Warn("a metric could not be read", "metric", d.String(), "error", err)
		return
	}
	for label, n := range counts {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), label)
	}
}
