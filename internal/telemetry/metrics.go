package telemetry

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"mentionary/internal/budget"
)

// Metrics counts what happens in this process. It is safe for concurrent use. A nil *Metrics counts nothing, so that
// nobody needs one.
type Metrics struct {
	registry *prometheus.Registry

	requests    *prometheus.CounterVec
	requestTime *prometheus.HistogramVec
	stageTime   *prometheus.HistogramVec
	runs        *prometheus.CounterVec
	tokens      *prometheus.CounterVec
	cost        *prometheus.CounterVec
	heard       *prometheus.CounterVec
	listening   *prometheus.CounterVec
	disbelieved *prometheus.CounterVec
	links       *prometheus.CounterVec
	cache       *prometheus.CounterVec
	streams     prometheus.Gauge
	failures    *prometheus.CounterVec
	outbound    *prometheus.CounterVec

	prices budget.Prices
}

// Buckets in seconds: a call is quick, a stage may wait for a source for days.
var (
	callBuckets  = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
	stageBuckets = []float64{.01, .05, .25, 1, 5, 15, 60, 300, 900, 3600, 6 * 3600, 24 * 3600, 7 * 24 * 3600}
)

// NewMetrics returns counters at zero. version and variant name the build.
func NewMetrics(version, variant string, prices budget.Prices) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), prices: prices}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		m.registry.MustRegister(c)
		return c
	}
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
		m.registry.MustRegister(h)
		return h
	}
	m.requests = counter("mentionary_http_requests_total", "Answered calls.", "procedure", "code")
	m.requestTime = histogram("mentionary_http_request_seconds", "Time of a call until its answer; streams are left out.", callBuckets,
		"procedure")
	m.stageTime = histogram("mentionary_stage_seconds", "Time of one stage of a run.", stageBuckets, "stage", "outcome")
	m.runs = counter("mentionary_runs_total", "Runs that ended.", "outcome")
	m.tokens = counter("mentionary_model_tokens_total", "Tokens that the model server charged.", "model", "kind")
	m.cost = counter("mentionary_model_cost_usd_total", "What they cost by the configured prices, in US dollars.", "model")
	m.heard = counter("mentionary_speech_heard_seconds_total", "Seconds of audio that the speech server heard.", "model")
	m.listening = counter("mentionary_speech_wait_seconds_total", "Seconds that calls of the speech server took.", "model", "outcome")
	m.disbelieved = counter("mentionary_model_usage_disbelieved_total", "Reports of usage that were negative or above what was reserved.",
		"model")
	m.links = counter("mentionary_link_checks_total", "Checked links.", "verdict")
	m.cache = counter("mentionary_cache_requests_total", "Look-ups in the cache of public answers.", "result")
	m.failures = counter("mentionary_activity_failures_total", "Failed attempts of activities.", "activity", "class")
	m.outbound = counter("mentionary_outbound_requests_total", "Requests outward.", "door", "outcome")
	m.streams = prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "mentionary_streams_open",
		Help: "Live streams that pages hold at this process.",
	})
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "mentionary_build_info", Help: "Always 1."}, []string{"version", "variant"})
	build.WithLabelValues(version, variant).Set(1)
	m.registry.MustRegister(m.streams, build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler answers the metrics in the format of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}

// Request counts an answered call. took is 0 for streams, whose length says nothing.
func (m *Metrics) Request(procedure, code string, took time.Duration) {
	if m == nil {
		return
	}
	m.requests.WithLabelValues(procedure, code).Inc()
	if took > 0 {
		m.requestTime.WithLabelValues(procedure).Observe(took.Seconds())
	}
}

// Stream notes that a live stream began (1) or ended (-1).
func (m *Metrics) Stream(change int) {
	if m != nil {
		m.streams.Add(float64(change))
	}
}

// Stage notes how long a stage of a run took and how it ended.
func (m *Metrics) Stage(stage, outcome string, took time.Duration) {
	if m != nil {
		m.stageTime.WithLabelValues(stage, outcome).Observe(took.Seconds())
	}
}

// Run counts a run that ended.
func (m *Metrics) Run(outcome string) {
	if m != nil {
		m.runs.WithLabelValues(outcome).Inc()
	}
}

// Tokens counts what a model charged: prompt tokens include the cached ones, completion tokens the reasoning.
func (m *Metrics) Tokens(model string, prompt, cached, completion, reasoning int) {
	if m == nil {
		return
	}
	for kind, n := range map[string]int{"prompt": prompt, "cached": cached, "completion": completion, "reasoning": reasoning} {
		m.tokens.WithLabelValues(model, kind).Add(float64(max(n, 0)))
	}
	if price, known := m.prices[model]; known {
		m.cost.WithLabelValues(model).Add(price.Of(budget.Tokens{Prompt: prompt, Cached: cached, Completion: completion}))
	}
}

// Heard counts a call of a speech server: how much audio it heard and how long that took. One that failed heard nothing.
func (m *Metrics) Heard(model string, audio, took time.Duration) {
	if m == nil {
		return
	}
	outcome := "failed"
	if audio > 0 {
		outcome = "heard"
	}
	m.heard.WithLabelValues(model).Add(max(audio.Seconds(), 0))
	m.listening.WithLabelValues(model, outcome).Add(max(took.Seconds(), 0))
	if price, known := m.prices[model]; known {
		m.cost.WithLabelValues(model).Add(price.Listening(int(audio.Milliseconds())))
	}
}

// UsageDisbelieved counts a usage that a model server reported and that cannot be.
func (m *Metrics) UsageDisbelieved(model string) {
	if m != nil {
		m.disbelieved.WithLabelValues(model).Inc()
	}
}

// LinkCheck counts a checked link: valid, broken or unknown.
func (m *Metrics) LinkCheck(verdict string) {
	if m != nil {
		m.links.WithLabelValues(verdict).Inc()
	}
}

// Cache counts a look-up in the cache of public answers.
func (m *Metrics) Cache(hit bool) {
	if m != nil {
		m.cache.WithLabelValues(map[bool]string{true: "hit", false: "miss"}[hit]).Inc()
	}
}

// ActivityFailed counts a failed attempt of an activity by the class of its error.
func (m *Metrics) ActivityFailed(activity, class string) {
	if m != nil {
		m.failures.WithLabelValues(activity, class).Inc()
	}
}

// Outbound counts a request outward: door is data or operator, outcome ok, refused or failed.
func (m *Metrics) Outbound(door, outcome string) {
	if m != nil {
		m.outbound.WithLabelValues(door, outcome).Inc()
	}
}
