package check_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// selected are the components that a selector finds.
func (r *release) selected(t *testing.T, s *metav1.LabelSelector) []string {
	t.Helper()
	sel, err := metav1.LabelSelectorAsSelector(s)
	require.NoError(t, err)
	var out []string
	find := func(l map[string]string) {
		if sel.Matches(labels.Set(l)) {
			out = append(out, l["app.kubernetes.io/component"])
		}
	}
	for _, d := range r.deployments {
		find(d.Spec.Template.Labels)
	}
	for _, j := range r.jobs {
		find(j.Spec.Template.Labels)
	}
	for _, p := range r.pods {
		find(p.Labels)
	}
	return out
}

func TestSelectorsFindTheirPods(t *testing.T) {
	t.Parallel()
	for _, file := range cases(t) {
		r := installed(t, file)
		for name, d := range r.deployments {
			require.Equal(t, []string{d.Labels["app.kubernetes.io/component"]}, r.selected(t, d.Spec.Selector), name)
			for _, spread := range d.Spec.Template.Spec.TopologySpreadConstraints {
				require.Equal(t, []string{d.Labels["app.kubernetes.io/component"]}, r.selected(t, spread.LabelSelector), name)
			}
		}
		for name, b := range r.disruptions {
			require.Equal(t, []string{b.Labels["app.kubernetes.io/component"]}, r.selected(t, b.Spec.Selector), name)
			require.Equal(t, 1, b.Spec.MaxUnavailable.IntValue())
		}
		for name, s := range r.services {
			found := r.selected(t, &metav1.LabelSelector{MatchLabels: s.Spec.Selector})
			require.Len(t, found, 1, name)
			for _, port := range s.Spec.Ports {
				require.True(t, hasPort(r.podSpecs()[found[0]], port.TargetPort), "%s: nobody listens on %s", name, port.TargetPort.String())
			}
		}
		for name, i := range r.ingresses {
			backend := i.Spec.Rules[0].HTTP.Paths[0].Backend.Service
			require.Contains(t, r.services, backend.Name, name)
			require.Equal(t, backend.Port.Name, r.services[backend.Name].Spec.Ports[0].Name)
			require.Equal(t, "mentions.example.org", i.Spec.Rules[0].Host)
			require.Equal(t, []string{"mentions.example.org"}, i.Spec.TLS[0].Hosts)
		}
		for _, account := range []string{"api", "worker"} {
			name := r.podSpecs()[account].ServiceAccountName
			if file == "own-ca.yaml" {
				require.Equal(t, "web", name)
				continue
			}
			require.Contains(t, r.accounts, name)
		}
	}
}

func hasPort(p corev1.PodSpec, port intstr.IntOrString) bool {
	for _, c := range p.Containers {
		for _, have := range c.Ports {
			if have.Name == port.StrVal || have.ContainerPort == port.IntVal && port.Type == intstr.Int {
				return true
			}
		}
	}
	return false
}

func TestAutoscaling(t *testing.T) {
	t.Parallel()
	r := installed(t, "full.yaml")
	for name, s := range r.scalers {
		require.Contains(t, r.deployments, s.Spec.ScaleTargetRef.Name, name)
		require.Nil(t, r.deployments[s.Spec.ScaleTargetRef.Name].Spec.Replicas, "the autoscaler decides alone")
		require.LessOrEqual(t, *s.Spec.MinReplicas, s.Spec.MaxReplicas)
	}
	require.Equal(t, int32(60), *r.scalers["mentions-mentionary-api"].Spec.Metrics[0].Resource.Target.AverageUtilization)
	var queues []string
	for _, m := range r.scalers["mentions-mentionary-worker"].Spec.Metrics {
		require.Equal(t, "mentionary_queue_backlog", m.External.Metric.Name)
		require.Equal(t, int64(50), m.External.Target.AverageValue.Value())
		queues = append(queues, m.External.Metric.Selector.MatchLabels["queue"])
	}
	for _, q := range queues {
		require.Contains(t, read(t, "internal/work/workflow.go"), strconv.Quote(q), "a queue that the product does not have")
	}
	require.Len(t, queues, 4)
	require.Equal(t, int32(2), *installed(t, "minimal.yaml").deployments["mentions-mentionary-api"].Spec.Replicas)
}

// People reach web servers only, operators the port of their own; everybody may go to the public internet, and inside only
// where a way was named.
func TestNetworkPolicies(t *testing.T) {
	t.Parallel()
	for _, file := range cases(t) {
		r := installed(t, file)
		in, all := r.policies["mentions-mentionary-in"].Spec, r.policies["mentions-mentionary-all"].Spec
		require.Equal(t, []string{"api"}, r.selected(t, &in.PodSelector))
		require.ElementsMatch(t, []string{"api", "worker", "migrate", "test"}, r.selected(t, &all.PodSelector))
		require.ElementsMatch(t, []networkingv1.PolicyType{networkingv1.PolicyTypeIngress, networkingv1.PolicyTypeEgress}, all.PolicyTypes)
		if file == "own-ca.yaml" {
			require.Empty(t, all.Ingress, "no port for operators, nobody to let in")
		} else {
			require.Len(t, all.Ingress, 1)
			require.Equal(t, int32(9464), all.Ingress[0].Ports[0].Port.IntVal)
		}
		if file == "full.yaml" {
			require.Len(t, all.Ingress[0].From, 1)
			require.Len(t, in.Ingress[0].From, 2)
		}
		var ports []int32
		for _, e := range all.Egress {
			for _, p := range e.Ports {
				ports = append(ports, p.Port.IntVal)
			}
			for _, to := range e.To {
				if to.IPBlock != nil && to.IPBlock.CIDR == "0.0.0.0/0" {
					require.Contains(t, to.IPBlock.Except, "169.254.0.0/16", "credentials of the machine")
					require.Contains(t, to.IPBlock.Except, "10.0.0.0/8")
				}
			}
		}
		require.Subset(t, ports, []int32{53, 443, 80, 5432, 7233})
	}
}

func TestPrometheusFindsBothKinds(t *testing.T) {
	t.Parallel()
	r := installed(t, "full.yaml")
	m := r.monitors["mentions-mentionary"]
	require.Equal(t, "prometheus", m.Labels["release"])
	require.Contains(t, read(t, "internal/app/ops.go"), `"GET `+m.Spec.Endpoints[0].Path+`"`, "the program must answer what is asked")
	sel, err := metav1.LabelSelectorAsSelector(&m.Spec.Selector)
	require.NoError(t, err)
	var found []string
	for name, s := range r.services {
		if sel.Matches(labels.Set(s.Labels)) {
			found = append(found, name)
			require.Equal(t, m.Spec.Endpoints[0].Port, s.Spec.Ports[0].Name)
		}
	}
	require.ElementsMatch(t, []string{"mentions-mentionary-api-metrics", "mentions-mentionary-worker-metrics"}, found)
}
