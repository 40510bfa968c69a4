package check_test

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
)

// The restricted pod security standard, and a root file system that is only read.
func TestPodsAreConfined(t *testing.T) {
	t.Parallel()
	for _, file := range cases(t) {
		pods := installed(t, file).podSpecs()
		require.ElementsMatch(t, []string{"api", "worker", "migrate", "test"}, keys(pods))
		for name, p := range pods {
			where := file + ": " + name
			require.False(t, *p.AutomountServiceAccountToken, where)
			require.True(t, *p.SecurityContext.RunAsNonRoot, where)
			require.Positive(t, *p.SecurityContext.RunAsUser, where)
			require.Equal(t, corev1.SeccompProfileTypeRuntimeDefault, p.SecurityContext.SeccompProfile.Type, where)
			require.False(t, p.HostNetwork || p.HostPID || p.HostIPC, where)
			for _, v := range p.Volumes {
				require.True(t, v.EmptyDir != nil || v.ConfigMap != nil || v.Secret != nil, where)
			}
			require.Len(t, p.Containers, 1, where)
			c := p.Containers[0]
			require.False(t, *c.SecurityContext.AllowPrivilegeEscalation, where)
			require.True(t, *c.SecurityContext.ReadOnlyRootFilesystem, where)
			require.Equal(t, []corev1.Capability{"ALL"}, c.SecurityContext.Capabilities.Drop, where)
			require.Empty(t, c.SecurityContext.Capabilities.Add, where)
			require.False(t, c.Resources.Requests.Cpu().IsZero(), where)
			require.False(t, c.Resources.Requests.Memory().IsZero(), where)
			require.False(t, c.Resources.Limits.Memory().IsZero(), where)
			require.Regexp(t, `(:\d+\.\d+\.\d+|@sha256:[0-9a-f]{64})$`, c.Image, where)
			for _, m := range c.VolumeMounts {
				require.True(t, slices.ContainsFunc(p.Volumes, func(v corev1.Volume) bool { return v.Name == m.Name }), where)
			}
		}
	}
}

// Both kinds are asked whether they live and whether they are ready: web servers where people ask them, workers at the port
// for operators, where there is one.
func TestProbes(t *testing.T) {
	t.Parallel()
	asked := func(c corev1.Container, port string, number int32, source string) {
		for path, probes := range map[string][]*corev1.Probe{"/healthz": {c.StartupProbe, c.LivenessProbe}, "/readyz": {c.ReadinessProbe}} {
			require.Contains(t, read(t, source), `"GET `+path+`"`, "the program must answer what is asked")
			for _, p := range probes {
				require.NotNil(t, p)
				require.Equal(t, path, p.HTTPGet.Path)
				require.Equal(t, port, p.HTTPGet.Port.String())
			}
		}
		require.True(t, slices.ContainsFunc(c.Ports, func(p corev1.ContainerPort) bool { return p.Name == port && p.ContainerPort == number }))
	}
	for _, file := range cases(t) {
		pods := installed(t, file).podSpecs()
		asked(pods["api"].Containers[0], "http", 8080, "internal/app/web.go")
		worker := pods["worker"].Containers[0]
		if file == "own-ca.yaml" {
			require.Nil(t, worker.LivenessProbe, "nobody answers")
			require.Empty(t, worker.Ports)
			continue
		}
		asked(worker, "metrics", 9464, "internal/app/ops.go")
	}
}

// Kubernetes must not end a process before it is done: the drain, then ten seconds for what is under way.
func TestPodsAreGivenTimeToEnd(t *testing.T) {
	t.Parallel()
	for file, drain := range map[string]int64{"minimal.yaml": 10, "full.yaml": 15} {
		pods := installed(t, file).podSpecs()
		told := ""
		for _, e := range pods["api"].Containers[0].Env {
			if e.Name == "MENTIONARY_DRAIN" {
				told = e.Value
			}
		}
		require.Equal(t, strconv.FormatInt(drain, 10)+"s", told)
		require.Greater(t, *pods["api"].TerminationGracePeriodSeconds, drain+10)
		require.Greater(t, *pods["worker"].TerminationGracePeriodSeconds, int64(10))
	}
}

func TestPodsAreToldKnownSettingsAndNoSecret(t *testing.T) {
	t.Parallel()
	known := settings(t)
	for _, file := range cases(t) {
		r := installed(t, file)
		for name, p := range r.podSpecs() {
			seen := map[string]bool{}
			for _, e := range p.Containers[0].Env {
				require.False(t, seen[e.Name], "%s: %s is told %s twice", file, name, e.Name)
				seen[e.Name] = true
				if e.Name == "SSL_CERT_DIR" {
					continue // Go's own
				}
				require.Contains(t, known, e.Name, "%s: %s", file, name)
				if known[e.Name].secret {
					require.Empty(t, e.Value, "%s: %s", file, e.Name)
					require.Equal(t, "mentionary", e.ValueFrom.SecretKeyRef.Name)
				} else {
					require.Nil(t, e.ValueFrom, e.Name)
				}
			}
			if name == "test" {
				continue
			}
			require.True(t, seen["MENTIONARY_DATABASE"], "%s: %s", file, name)
		}
		// Each process is told what it needs.
		env := func(component string) string {
			var names []string
			for _, e := range r.podSpecs()[component].Containers[0].Env {
				names = append(names, e.Name)
			}
			return strings.Join(names, " ")
		}
		require.Contains(t, env("api"), "MENTIONARY_SESSION_KEY")
		for _, component := range []string{"worker", "migrate"} {
			require.NotContains(t, env(component), "MENTIONARY_SESSION_KEY")
			require.NotContains(t, env(component), "MENTIONARY_OIDC")
		}
		require.Equal(t, file != "own-ca.yaml", strings.Contains(env("migrate"), "MENTIONARY_TEMPORAL_ADDRESS"),
			"unless the database is all it prepares")
		require.NotRegexp(t, regexp.MustCompile(`kind: Secret\b`), r.plain, "the chart makes no secrets")
	}
}

func TestValuesReachTheProgram(t *testing.T) {
	t.Parallel()
	env := func(file, component string) map[string]string {
		out := map[string]string{}
		for _, e := range installed(t, file).podSpecs()[component].Containers[0].Env {
			if e.ValueFrom != nil {
				out[e.Name] = "secret " + e.ValueFrom.SecretKeyRef.Key
				continue
			}
			out[e.Name] = e.Value
		}
		return out
	}
	api, worker := env("full.yaml", "api"), env("full.yaml", "worker")
	for name, want := range map[string]string{
		"MENTIONARY_DATABASE": "secret url", "MENTIONARY_BASE_URL": "https://mentions.example.org", "MENTIONARY_LISTEN": "0.0.0.0:8080",
		"MENTIONARY_TEMPORAL_ADDRESS": "temporal-frontend.temporal.svc:7233", "MENTIONARY_TEMPORAL_TLS": "true",
		"MENTIONARY_TEMPORAL_API_KEY": "secret temporal-api-key",
		"MENTIONARY_OIDC_ISSUER":      "https://id.example.org/realms/main", "MENTIONARY_OIDC_CLIENT_ID": "mentions",
		"MENTIONARY_OIDC_ORIGINS":  "https://keys.example.org",
		"MENTIONARY_ADMIN_SUBJECT": "4f1c0f2a", "MENTIONARY_CAPTION_LANGUAGES": "en,fr", "MENTIONARY_LOG_LEVEL": "warn",
		"MENTIONARY_MODEL_DAILY_TOKENS": "5000000",
		"MENTIONARY_MODEL_PROMPT_PRICE": "0.4", "MENTIONARY_MODEL_CACHED_PRICE": "0.1", "MENTIONARY_MODEL_COMPLETION_PRICE": "1.6",
		"MENTIONARY_MODEL_PRICES":         "old-model=2/8",
		"MENTIONARY_SUBMISSIONS_PER_HOUR": "120", "MENTIONARY_UPLOAD_MIB_PER_DAY": "2048", "MENTIONARY_TRUSTED_PROXIES": "10.30.0.0/16",
		"MENTIONARY_OPS_LISTEN": ":9464",
		"MENTIONARY_TRACES":     "http://collector.monitoring.svc:4318", "MENTIONARY_TEMPORAL_SERVER_NAME": "temporal.example.org",
		"MENTIONARY_TEMPORAL_UI_URL": "https://temporal.example.org",
	} {
		require.Equal(t, want, api[name], name)
	}
	require.Equal(t, "32", worker["MENTIONARY_WORK_FETCH"])
	require.Equal(t, "true", worker["MENTIONARY_YOUTUBE_PLAYER_LOOKUP"])
	require.Equal(t, "wikidata,openlibrary,itunes,podcastindex", worker["MENTIONARY_CATALOGS"])
	require.Equal(t, "ops@example.org", worker["MENTIONARY_CONTACT"])
	require.Equal(t, "secret model-key", worker["MENTIONARY_MODEL_KEY"])
	require.Equal(t, "10.20.0.0/16", worker["MENTIONARY_ALLOW_NETWORKS"])

	require.Equal(t, ":9464", worker["MENTIONARY_OPS_LISTEN"])
	require.NotContains(t, worker, "MENTIONARY_DRAIN", "only web servers have proxies")
	require.NotContains(t, env("own-ca.yaml", "worker"), "MENTIONARY_OPS_LISTEN")

	minimal := env("minimal.yaml", "worker")
	require.Equal(t, "8", minimal["MENTIONARY_WORK_MAIN"])
	require.NotContains(t, minimal, "MENTIONARY_MODEL_URL", "without a model the built-in extractor reads")
	require.NotContains(t, minimal, "SSL_CERT_DIR")
}

// Before the first installation nothing of the release exists: the job may only use what people made.
func TestMigrationRunsBeforeTheRelease(t *testing.T) {
	t.Parallel()
	for _, file := range cases(t) {
		r := installed(t, file)
		job := r.jobs["mentions-mentionary-migrate"]
		require.Equal(t, "pre-install,pre-upgrade", job.Annotations["helm.sh/hook"])
		require.Contains(t, job.Annotations["helm.sh/hook-delete-policy"], "before-hook-creation")
		args := []string{"migrate"}
		if file == "own-ca.yaml" {
			args = append(args, "--database-only")
			require.Contains(t, read(t, "cmd/mentionary/commands.go"), `name:"database-only"`)
		}
		require.Equal(t, args, job.Spec.Template.Spec.Containers[0].Args)
		require.NotContains(t, r.accounts, job.Spec.Template.Spec.ServiceAccountName)
	}
}

// Who talks to Temporal, the migration included, finds the client's certificate where it is told to look.
func TestTemporalCertificate(t *testing.T) {
	t.Parallel()
	pods := installed(t, "full.yaml").podSpecs()
	for _, component := range []string{"api", "worker", "migrate"} {
		p := pods[component]
		i := slices.IndexFunc(p.Volumes, func(v corev1.Volume) bool { return v.Secret != nil })
		require.GreaterOrEqual(t, i, 0, component)
		require.Equal(t, "temporal-client", p.Volumes[i].Secret.SecretName)
		require.Equal(t, int32(0o440), *p.Volumes[i].Secret.DefaultMode, "the program's group reads, nobody else")
		mount := slices.IndexFunc(p.Containers[0].VolumeMounts,
			func(m corev1.VolumeMount) bool { return m.Name == p.Volumes[i].Name && m.ReadOnly })
		require.GreaterOrEqual(t, mount, 0, component)
		files := map[string]string{
			"MENTIONARY_TEMPORAL_CERT_FILE": "tls.crt", "MENTIONARY_TEMPORAL_KEY_FILE": "tls.key",
			"MENTIONARY_TEMPORAL_CA_FILE": "ca.crt",
		}
		for _, e := range p.Containers[0].Env {
			if file, ok := files[e.Name]; ok {
				require.Equal(t, path.Join(p.Containers[0].VolumeMounts[mount].MountPath, file), e.Value)
				delete(files, e.Name)
			}
		}
		require.Empty(t, files, component)
	}
	for name, p := range installed(t, "minimal.yaml").podSpecs() {
		require.False(t, slices.ContainsFunc(p.Volumes, func(v corev1.Volume) bool { return v.Secret != nil }), name)
	}
}

func TestOwnAuthorities(t *testing.T) {
	t.Parallel()
	for name, p := range installed(t, "own-ca.yaml").podSpecs() {
		if name == "test" {
			continue
		}
		var told string
		for _, e := range p.Containers[0].Env {
			if e.Name == "SSL_CERT_DIR" {
				told = e.Value
			}
		}
		i := slices.IndexFunc(p.Volumes, func(v corev1.Volume) bool { return v.ConfigMap != nil })
		require.GreaterOrEqual(t, i, 0, name)
		require.Equal(t, "corp-roots", p.Volumes[i].ConfigMap.Name)
		require.Equal(t, "bundle.pem", p.Volumes[i].ConfigMap.Items[0].Key)
		require.True(t, slices.ContainsFunc(p.Containers[0].VolumeMounts, func(m corev1.VolumeMount) bool {
			return m.Name == p.Volumes[i].Name && m.MountPath == told && m.ReadOnly
		}), "%s: the folder of certificates is not where Go looks", name)
	}
}
