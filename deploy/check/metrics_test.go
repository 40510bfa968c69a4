package check_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// metric is a line of the table in docs/metrics.md.
type metric struct {
	labels []string
	kind   string
}

func metrics(t *testing.T) map[string]metric {
	t.Helper()
	out := map[string]metric{}
	line := regexp.MustCompile("(?m)^\\| `(mentionary_[a-z_]+)(?:\\{([a-z_,]+)\\})?` \\| (counter|gauge|histogram) \\| [^|]+ \\| [^|]+ \\|$")
	for _, m := range line.FindAllStringSubmatch(read(t, "docs/metrics.md"), -1) {
		require.NotContains(t, out, m[1])
		out[m[1]] = metric{labels: strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' }), kind: m[3]}
	}
	require.Len(t, out, strings.Count(read(t, "docs/metrics.md"), "\n| `"), "a line of the table that cannot be read")
	return out
}

// Labels that Prometheus itself adds.
var scraped = []string{"__name__", "instance", "job", "namespace", "pod"}

// asks checks one expression: it parses, and names only metrics and labels of the table.
func asks(t *testing.T, known map[string]metric, where, expr string) {
	t.Helper()
	for variable, value := range map[string]string{"$__rate_interval": "5m", "$instance": ".*"} {
		expr = strings.ReplaceAll(expr, variable, value)
	}
	tree, err := promql(expr)
	require.NoError(t, err, "%s: %s", where, expr)
	parser.Inspect(tree, func(n parser.Node, _ []parser.Node) error {
		switch n := n.(type) {
		case *parser.VectorSelector:
			m := lookUp(t, known, where, n.Name)
			for _, l := range n.LabelMatchers {
				require.Contains(t, append(append(m.labels, scraped...), "le"), l.Name, "%s: %s has no label %s", where, n.Name, l.Name)
			}
		case *parser.AggregateExpr:
			for _, label := range n.Grouping {
				require.True(t, label == "le" || groupable(known, n.String(), label), "%s groups by %s, which nothing in it has", where, label)
			}
		}
		return nil
	})
}

// lookUp finds a series' metric: histograms have three series.
func lookUp(t *testing.T, known map[string]metric, where, series string) metric {
	t.Helper()
	m, ok := known[series]
	if ok {
		require.NotEqual(t, "histogram", m.kind, "%s: %s is a histogram; name one of its series", where, series)
		return m
	}
	base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(series, "")
	require.Contains(t, known, base, "%s: docs/metrics.md does not have %s", where, series)
	require.Equal(t, "histogram", known[base].kind, "%s: %s", where, series)
	return known[base]
}

func groupable(known map[string]metric, expr, label string) bool {
	for name, m := range known {
		if strings.Contains(expr, name) && contains(m.labels, label) {
			return true
		}
	}
	return false
}

func TestTheTableIsSound(t *testing.T) {
	t.Parallel()
	for name, m := range metrics(t) {
		require.Equal(t, m.kind == "counter", strings.HasSuffix(name, "_total"), "%s: counters and only they end in _total", name)
		require.Equal(t, m.kind == "histogram", strings.HasSuffix(name, "_seconds"), "%s: histograms of time end in their unit", name)
		for _, l := range m.labels {
			require.NotContains(t, []string{"id", "user", "url", "email", "le", "episode"}, l, "%s has a label without bounds", name)
		}
	}
}

func TestDashboardAsksForKnownMetrics(t *testing.T) {
	t.Parallel()
	known := metrics(t)
	var d struct {
		Title, UID string
		Panels     []struct {
			ID      int
			Title   string
			Type    string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr string }
		}
	}
	text := read(t, "deploy/grafana/mentionary.json")
	require.NoError(t, json.Unmarshal([]byte(text), &d))
	require.Equal(t, "mentionary", d.UID)
	ids := map[int]bool{}
	for i, p := range d.Panels {
		require.False(t, ids[p.ID], "two panels with the id %d", p.ID)
		ids[p.ID] = true
		require.LessOrEqual(t, p.GridPos.X+p.GridPos.W, 24, p.Title)
		for _, o := range d.Panels[:i] {
			apart := o.GridPos.Y+o.GridPos.H <= p.GridPos.Y || o.GridPos.X+o.GridPos.W <= p.GridPos.X || p.GridPos.X+p.GridPos.W <= o.GridPos.X
			require.True(t, apart, "%s and %s lie on each other", o.Title, p.Title)
		}
		require.Equal(t, p.Type == "row", len(p.Targets) == 0, p.Title)
		for _, target := range p.Targets {
			asks(t, known, p.Title, target.Expr)
		}
	}
	for name := range known {
		require.Contains(t, text, name, "a metric that the dashboard does not show")
	}
}

func TestAlertsAskForKnownMetricsAndHaveRunbooks(t *testing.T) {
	t.Parallel()
	known := metrics(t)
	var rules struct {
		Groups []struct {
			Name  string `json:"name"`
			Rules []struct {
				Alert       string            `json:"alert"`
				Expr        string            `json:"expr"`
				For         string            `json:"for"`
				Labels      map[string]string `json:"labels"`
				Annotations map[string]string `json:"annotations"`
			} `json:"rules"`
		} `json:"groups"`
	}
	require.NoError(t, yaml.UnmarshalStrict([]byte(read(t, "deploy/prometheus/alerts.yaml")), &rules))
	operations := read(t, "docs/operations.md")
	names := map[string]bool{}
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			require.False(t, names[r.Alert], r.Alert)
			names[r.Alert] = true
			asks(t, known, r.Alert, r.Expr)
			if r.For != "" {
				require.Regexp(t, `^\d+[mh]$`, r.For, r.Alert)
			}
			require.Contains(t, []string{"critical", "warning"}, r.Labels["severity"], r.Alert)
			require.NotEmpty(t, r.Annotations["summary"], r.Alert)
			file, anchor, _ := strings.Cut(r.Annotations["runbook"], "#")
			require.Equal(t, "docs/operations.md", file, r.Alert)
			require.Contains(t, operations, `<a id="`+anchor+`"></a>`, "%s has no runbook", r.Alert)
		}
	}
	require.Greater(t, len(names), 8)
	for _, anchor := range regexp.MustCompile(`<a id="(alert-[a-z-]+)">`).FindAllStringSubmatch(operations, -1) {
		require.Contains(t, read(t, "deploy/prometheus/alerts.yaml"), "#"+anchor[1]+"\n", "a runbook of an alert that does not exist")
	}
}

func TestTheAutoscalersMetricIsTheOneOfTheAdapter(t *testing.T) {
	t.Parallel()
	var adapter struct {
		Rules struct {
			External []struct {
				SeriesQuery  string              `json:"seriesQuery"`
				Resources    map[string]bool     `json:"resources"`
				Name         struct{ As string } `json:"name"`
				MetricsQuery string              `json:"metricsQuery"`
			} `json:"external"`
		} `json:"rules"`
	}
	require.NoError(t, yaml.UnmarshalStrict([]byte(read(t, "deploy/prometheus/adapter.yaml")), &adapter))
	rule := adapter.Rules.External[0]
	require.Equal(t, "mentionary_queue_backlog", rule.Name.As)
	known := metrics(t)
	asks(t, known, "series", rule.SeriesQuery)
	asks(t, known, "query", strings.ReplaceAll(rule.MetricsQuery, "<<.LabelMatchers>>", `queue="mentionary"`))
}

// The check itself must be able to fail.
func TestUnknownMetricsAreNoticed(t *testing.T) {
	t.Parallel()
	_, err := promql("sum(rate(mentionary_runs_total[5m])")
	require.Error(t, err)
	require.False(t, groupable(metrics(t), "sum by (color) (mentionary_runs_total)", "color"))
}

func promql(expr string) (parser.Expr, error) {
	return parser.NewParser(parser.Options{}).ParseExpr(expr)
}
