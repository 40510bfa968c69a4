package check_test

import (
	"regexp"
	"slices"
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
				require.True(t, v.EmptyDir != nil || v.ConfigMap != nil, where)
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

// Web servers are asked whether they live and whether they are ready; a worker has no port to ask.
func TestProbes(t *testing.T) {
	t.Parallel()
	for _, file := range cases(t) {
		pods := installed(t, file).podSpecs()
		api := pods["api"].Containers[0]
		for path, probe := range map[string][]*corev1.Probe{"/healthz": {api.StartupProbe, api.LivenessProbe}, "/readyz": {api.ReadinessProbe}} {
			require.Contains(t, read(t, "internal/app/web.go"), `"GET `+path+`"`, "the program must answer what is asked")
			for _, p := range probe {
				require.NotNil(t, p)
				require.Equal(t, path, p.HTTPGet.Path)
				require.Equal(t, "http", p.HTTPGet.Port.String())
			}
		}
		require.True(t, slices.ContainsFunc(api.Ports, func(p corev1.ContainerPort) bool { return p.Name == "http" && p.ContainerPort == 8080 }))
		worker := pods["worker"].Containers[0]
		require.Nil(t, worker.LivenessProbe)
		require.Nil(t, worker.ReadinessProbe)
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
		require.NotContains(t, env("migrate"), "MENTIONARY_TEMPORAL")
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
		"MENTIONARY_TEMPORAL_ADDRESS": "temporal-frontend.temporal.svc:7233", "MENTIONARY_TEMPORAL_TLS": "true", "MENTIONARY_TEMPORAL_API_KEY": "secret temporal-api-key",
		"MENTIONARY_OIDC_ISSUER": "https://id.example.org/realms/main", "MENTIONARY_OIDC_CLIENT_ID": "mentions", "MENTIONARY_OIDC_ORIGINS": "https://keys.example.org",
		"MENTIONARY_ADMIN_SUBJECT": "4f1c0f2a", "MENTIONARY_CAPTION_LANGUAGES": "en,fr", "MENTIONARY_LOG_LEVEL": "warn", "MENTIONARY_MODEL_DAILY_TOKENS": "5000000",
	} {
		require.Equal(t, want, api[name], name)
	}
	require.Equal(t, "32", worker["MENTIONARY_WORK_FETCH"])
	require.Equal(t, "true", worker["MENTIONARY_YOUTUBE_PLAYER_LOOKUP"])
	require.Equal(t, "secret model-key", worker["MENTIONARY_MODEL_KEY"])
	require.Equal(t, "10.20.0.0/16", worker["MENTIONARY_ALLOW_NETWORKS"])

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
		require.Equal(t, []string{"migrate"}, job.Spec.Template.Spec.Containers[0].Args)
		require.NotContains(t, r.accounts, job.Spec.Template.Spec.ServiceAccountName)
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
