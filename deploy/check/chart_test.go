package check_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

const chartFolder = "deploy/chart/mentionary"

// release is what the chart becomes, by kind and name.
type release struct {
	deployments  map[string]*appsv1.Deployment
	jobs         map[string]*batchv1.Job
	pods         map[string]*corev1.Pod
	services     map[string]*corev1.Service
	accounts     map[string]*corev1.ServiceAccount
	scalers      map[string]*autoscalingv2.HorizontalPodAutoscaler
	policies     map[string]*networkingv1.NetworkPolicy
	ingresses    map[string]*networkingv1.Ingress
	disruptions  map[string]*policyv1.PodDisruptionBudget
	monitors     map[string]*serviceMonitor
	notes, plain string
}

// serviceMonitor is the part of the Prometheus Operator's kind that the chart uses; decoded strictly, it allows no other.
type serviceMonitor struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		Selector  metav1.LabelSelector `json:"selector"`
		Endpoints []struct {
			Port     string `json:"port"`
			Path     string `json:"path"`
			Interval string `json:"interval"`
		} `json:"endpoints"`
	} `json:"spec"`
}

// render does what `helm install mentions` does before it talks to a cluster.
func render(t *testing.T, values map[string]any) (map[string]string, error) {
	t.Helper()
	c, err := loader.Load(filepath.Join(root, chartFolder))
	require.NoError(t, err)
	caps := chartutil.DefaultCapabilities.Copy()
	caps.KubeVersion = chartutil.KubeVersion{Version: "v1.33.0", Major: "1", Minor: "33"}
	require.True(t, chartutil.IsCompatibleRange(c.Metadata.KubeVersion, caps.KubeVersion.Version))
	all, err := chartutil.ToRenderValues(c, values,
		chartutil.ReleaseOptions{Name: "mentions", Namespace: "web", IsInstall: true, Revision: 1}, caps)
	if err != nil {
		return nil, err
	}
	return engine.Render(c, all)
}

func valuesOf(t *testing.T, file string) map[string]any {
	t.Helper()
	v, err := chartutil.ReadValues([]byte(read(t, chartFolder, "ci", file)))
	require.NoError(t, err)
	return v
}

func cases(t *testing.T) []string {
	t.Helper()
	list, err := os.ReadDir(filepath.Join(root, chartFolder, "ci"))
	require.NoError(t, err)
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	require.ElementsMatch(t, []string{"minimal.yaml", "full.yaml", "own-ca.yaml"}, out)
	return out
}

// installed renders a file of values and decodes every object strictly into the types of Kubernetes.
func installed(t *testing.T, file string) *release {
	t.Helper()
	files, err := render(t, valuesOf(t, file))
	require.NoError(t, err)
	r := &release{
		deployments: map[string]*appsv1.Deployment{}, jobs: map[string]*batchv1.Job{}, pods: map[string]*corev1.Pod{},
		services: map[string]*corev1.Service{},
		accounts: map[string]*corev1.ServiceAccount{}, scalers: map[string]*autoscalingv2.HorizontalPodAutoscaler{},
		policies:  map[string]*networkingv1.NetworkPolicy{},
		ingresses: map[string]*networkingv1.Ingress{}, disruptions: map[string]*policyv1.PodDisruptionBudget{},
		monitors: map[string]*serviceMonitor{},
	}
	for name, text := range files {
		if strings.HasSuffix(name, "NOTES.txt") {
			r.notes = text
			continue
		}
		r.plain += text
		for _, doc := range regexp.MustCompile(`(?m)^---\s*$`).Split(text, -1) {
			if regexp.MustCompile(`(?m)^[^#\s]`).MatchString(doc) {
				r.add(t, doc)
			}
		}
	}
	return r
}

func (r *release) add(t *testing.T, doc string) {
	t.Helper()
	var kind metav1.TypeMeta
	require.NoError(t, yaml.Unmarshal([]byte(doc), &kind))
	switch kind.APIVersion + "/" + kind.Kind {
	case "apps/v1/Deployment":
		decode(t, doc, r.deployments, &appsv1.Deployment{})
	case "batch/v1/Job":
		decode(t, doc, r.jobs, &batchv1.Job{})
	case "v1/Pod":
		decode(t, doc, r.pods, &corev1.Pod{})
	case "v1/Service":
		decode(t, doc, r.services, &corev1.Service{})
	case "v1/ServiceAccount":
		decode(t, doc, r.accounts, &corev1.ServiceAccount{})
	case "autoscaling/v2/HorizontalPodAutoscaler":
		decode(t, doc, r.scalers, &autoscalingv2.HorizontalPodAutoscaler{})
	case "networking.k8s.io/v1/NetworkPolicy":
		decode(t, doc, r.policies, &networkingv1.NetworkPolicy{})
	case "networking.k8s.io/v1/Ingress":
		decode(t, doc, r.ingresses, &networkingv1.Ingress{})
	case "policy/v1/PodDisruptionBudget":
		decode(t, doc, r.disruptions, &policyv1.PodDisruptionBudget{})
	case "monitoring.coreos.com/v1/ServiceMonitor":
		decode(t, doc, r.monitors, &serviceMonitor{})
	default:
		t.Fatalf("the chart makes %s %s, which nobody checks:\n%s", kind.APIVersion, kind.Kind, doc)
	}
}

func decode[T metav1.Object](t *testing.T, doc string, into map[string]T, object T) {
	t.Helper()
	require.NoError(t, yaml.UnmarshalStrict([]byte(doc), object), doc)
	require.NotContains(t, into, object.GetName(), "two objects of one name")
	require.LessOrEqual(t, len(object.GetName()), 63)
	require.Equal(t, "mentionary", object.GetLabels()["app.kubernetes.io/name"], doc)
	into[object.GetName()] = object
}

// podSpecs are all pods of a release by component.
func (r *release) podSpecs() map[string]corev1.PodSpec {
	out := map[string]corev1.PodSpec{}
	for _, d := range r.deployments {
		out[d.Labels["app.kubernetes.io/component"]] = d.Spec.Template.Spec
	}
	for _, j := range r.jobs {
		out[j.Labels["app.kubernetes.io/component"]] = j.Spec.Template.Spec
	}
	for _, p := range r.pods {
		out[p.Labels["app.kubernetes.io/component"]] = p.Spec
	}
	return out
}

func TestHelmLikesTheChart(t *testing.T) {
	t.Parallel()
	for _, file := range cases(t) {
		linter := lint.AllWithKubeVersion(filepath.Join(root, chartFolder), valuesOf(t, file), "web",
			&chartutil.KubeVersion{Version: "v1.33.0", Major: "1", Minor: "33"})
		for _, m := range linter.Messages {
			if m.Severity == support.InfoSev && strings.Contains(m.Err.Error(), "icon is recommended") {
				continue
			}
			t.Errorf("%s: %s", file, m.Error())
		}
	}
}

func TestTheChartMakesAllParts(t *testing.T) {
	t.Parallel()
	r := installed(t, "minimal.yaml")
	require.ElementsMatch(t, []string{"mentions-mentionary-api", "mentions-mentionary-worker"}, keys(r.deployments))
	require.Len(t, r.jobs, 1)
	require.Len(t, r.accounts, 1)
	require.Len(t, r.services, 3, "one for people, two to be found by Prometheus")
	require.Len(t, r.policies, 2)
	require.Len(t, r.disruptions, 2)
	require.Empty(t, r.ingresses)
	require.Empty(t, r.scalers)
	require.Empty(t, r.monitors)
	require.Contains(t, r.notes, "https://mentions.example.org/api/callback")
	require.Contains(t, r.notes, "Nobody is admin yet")

	full := installed(t, "full.yaml")
	require.Len(t, full.ingresses, 1)
	require.Len(t, full.scalers, 2)
	require.Len(t, full.monitors, 1)
	require.Len(t, full.services, 3)
	require.NotContains(t, full.notes, "Nobody is admin yet")
	require.NotContains(t, full.notes, "Temporal needs", "the migration makes it")
	require.Contains(t, installed(t, "own-ca.yaml").notes, "Temporal needs")
}

func TestWrongValuesAreRefused(t *testing.T) {
	t.Parallel()
	set := func(path string, v any) func(map[string]any) {
		return func(values map[string]any) {
			parts := strings.Split(path, ".")
			for _, p := range parts[:len(parts)-1] {
				if values[p] == nil {
					values[p] = map[string]any{}
				}
				values = values[p].(map[string]any)
			}
			values[parts[len(parts)-1]] = v
		}
	}
	for name, c := range map[string]struct {
		change func(map[string]any)
		says   string
	}{
		"no database":           {set("existingSecret", ""), "existingSecret"},
		"no address":            {set("settings.baseURL", ""), "settings.baseURL"},
		"plain http":            {set("settings.baseURL", "http://mentions.example.org"), "baseURL"},
		"a path":                {set("settings.baseURL", "https://example.org/mentions"), "baseURL"},
		"no Temporal":           {set("settings.temporal.address", ""), "settings.temporal.address"},
		"no port of Temporal":   {set("settings.temporal.address", "temporal.example.org"), "address"},
		"no provider":           {set("settings.oidc.issuer", ""), "settings.oidc.issuer"},
		"a model without name":  {set("settings.model.url", "https://m.example.org/v1"), "settings.model.name"},
		"a misspelt value":      {set("settings.baseUrl", "https://example.org"), "baseUrl"},
		"a wrong log level":     {set("settings.logLevel", "loud"), "logLevel"},
		"an unknown queue":      {set("worker.autoscaling.queues", []any{"other"}), "queues"},
		"too much work":         {set("settings.work.main", 5000), "main"},
		"a secret in values":    {set("settings.model.key", "abc"), "key"},
		"a drain of minutes":    {set("api.drainSeconds", 300), "drainSeconds"},
		"no price":              {set("settings.model.promptPrice", "cheap"), "promptPrice"},
		"no prices":             {set("settings.model.prices", "small-model"), "prices"},
		"no range of proxies":   {set("settings.trustedProxies", []any{"proxy"}), "trustedProxies"},
		"a certificate, no TLS": {set("temporalCertificate.existingSecret", "client"), "settings.temporal.tls"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			values := valuesOf(t, "minimal.yaml")
			_, err := render(t, values)
			require.NoError(t, err)
			c.change(values)
			_, err = render(t, values)
			require.ErrorContains(t, err, c.says)
		})
	}
}
