package check_test

import (
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// compose loads the file as `docker compose` does, with what init.sh made beside it.
func compose(t *testing.T) *types.Project {
	t.Helper()
	dir := prepared(t)
	o, err := cli.NewProjectOptions([]string{filepath.Join(dir, "deploy/compose.yaml")}, cli.WithDotEnv, cli.WithResolvedPaths(true))
	require.NoError(t, err)
	p, err := o.LoadProject(t.Context())
	require.NoError(t, err)
	require.Equal(t, "mentionary", p.Name)
	return p
}

// ours are the services that run the product, theirs the others.
func ours(s types.ServiceConfig) bool { return strings.HasPrefix(s.Image, "mentionary:") }

func TestComposeHasAllParts(t *testing.T) {
	t.Parallel()
	p := compose(t)
	require.ElementsMatch(t, []string{
		"database", "temporal-schema", "temporal", "temporal-ui", "identity", "migrate", "api", "worker", "proxy",
	}, p.ServiceNames())
	require.Equal(t, 2, *p.Services["api"].Deploy.Replicas)
	for name, command := range map[string]string{"api": "serve", "worker": "worker", "migrate": "migrate"} {
		s := p.Services[name]
		require.Equal(t, types.ShellCommand{command}, s.Command)
		require.Equal(t, "slim", s.Build.Target)
		require.FileExists(t, filepath.Join(s.Build.Context, s.Build.Dockerfile))
	}
	require.Equal(t, "database", p.Services["database"].Volumes[0].Source, "what the database keeps outlives its container")
}

func TestEveryContainerIsConfined(t *testing.T) {
	t.Parallel()
	p := compose(t)
	pinned := regexp.MustCompile(`:v?\d+\.\d+(\.\d+)?(-[a-z0-9.-]+)?$`)
	for name, s := range p.Services {
		require.True(t, s.ReadOnly, "%s: read-only root", name)
		require.Equal(t, []string{"ALL"}, s.CapDrop, name)
		require.Equal(t, []string{"no-new-privileges:true"}, s.SecurityOpt, name)
		require.Regexp(t, `^[1-9]\d*:[1-9]\d*$`, s.User, "%s: a user that is not root", name)
		require.False(t, s.Privileged, name)
		require.Empty(t, s.NetworkMode, name)
		if name == "proxy" {
			require.Equal(t, []string{"NET_BIND_SERVICE"}, s.CapAdd)
		} else {
			require.Empty(t, s.CapAdd, name)
		}
		limits := s.Deploy.Resources.Limits
		require.NotNil(t, limits, name)
		require.Positive(t, limits.MemoryBytes, name)
		require.Positive(t, limits.NanoCPUs, name)
		require.Positive(t, limits.Pids, name)
		if !ours(s) {
			require.Regexp(t, pinned, s.Image, name)
		}
		for _, port := range s.Ports {
			require.Equal(t, "127.0.0.1", port.HostIP, "%s: this machine only", name)
		}
		for _, v := range s.Volumes {
			if v.Type == types.VolumeTypeBind {
				require.True(t, v.ReadOnly, "%s: %s", name, v.Target)
				require.FileExists(t, v.Source, name)
				require.NotContains(t, v.Source, "docker.sock")
			}
		}
	}
	require.True(t, p.Networks["inside"].Internal)
	for name, s := range p.Services {
		_, out := s.Networks["outside"]
		require.Equal(t, slices.Contains([]string{"api", "worker", "proxy", "temporal-ui"}, name), out, "%s: a way out", name)
	}
}

// Whoever waits for a service waits for something that can come true.
func TestServicesWaitForEachOther(t *testing.T) {
	t.Parallel()
	p := compose(t)
	once := []string{"temporal-schema", "migrate"}
	for name, s := range p.Services {
		checked := s.HealthCheck != nil && !s.HealthCheck.Disable
		if slices.Contains(once, name) {
			require.Regexp(t, `^on-failure:\d+$`, s.Restart, name)
		} else {
			require.Equal(t, "unless-stopped", s.Restart, name)
			require.True(t, checked, "%s: health check", name)
		}
		for on, d := range s.DependsOn {
			switch d.Condition {
			case types.ServiceConditionHealthy:
				h := p.Services[on].HealthCheck
				require.True(t, h != nil && !h.Disable, "%s waits for the health of %s, which has no check", name, on)
			case types.ServiceConditionCompletedSuccessfully:
				require.Contains(t, once, on, "%s waits for the end of %s", name, on)
			default:
				t.Errorf("%s does not wait until %s works", name, on)
			}
		}
	}
	for name, on := range map[string][]string{
		"api": {"migrate"}, "worker": {"migrate"}, "proxy": {"api"}, "temporal": {"temporal-schema"}, "migrate": {"database", "temporal"},
	} {
		for _, o := range on {
			require.Contains(t, p.Services[name].DependsOn, o)
		}
	}
	require.Equal(t, types.HealthCheckTest{"CMD", "/usr/local/bin/mentionary", "healthy"}, p.Services["api"].HealthCheck.Test)
	worker := p.Services["worker"]
	_, port, err := net.SplitHostPort(*worker.Environment["MENTIONARY_OPS_LISTEN"])
	require.NoError(t, err)
	require.Equal(t, types.HealthCheckTest{"CMD", "/usr/local/bin/mentionary", "healthy", "127.0.0.1:" + port}, worker.HealthCheck.Test)
	drain, err := time.ParseDuration(*p.Services["api"].Environment["MENTIONARY_DRAIN"])
	require.NoError(t, err)
	require.Greater(t, time.Duration(*p.Services["api"].StopGracePeriod), drain+10*time.Second, "what is under way gets ten seconds")
}

func TestSettingsAreKnownAndSecretsComeFromOutside(t *testing.T) {
	t.Parallel()
	known := settings(t)
	for name, s := range compose(t).Services {
		for variable := range s.Environment {
			if strings.HasPrefix(variable, "MENTIONARY_") {
				require.True(t, ours(s), "%s is told %s", name, variable)
				require.Contains(t, known, variable)
			}
		}
	}
	var raw struct {
		Settings map[string]any `json:"x-settings"`
		Services map[string]struct {
			Environment map[string]any `json:"environment"`
		} `json:"services"`
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "deploy/compose.yaml")), &raw))
	require.NotEmpty(t, raw.Settings)
	secret := regexp.MustCompile(`(?i)passw|pwd|secret|token|api_key|session_key`)
	for name, s := range raw.Services {
		for variable := range s.Environment {
			require.NotRegexp(t, secret, variable, name)
			require.False(t, known[variable].secret, "%s: %s belongs into a file that git does not see", name, variable)
		}
	}
	// Each service is told its own secrets and nobody else's.
	p := compose(t)
	for secret, owners := range map[string][]string{
		"POSTGRES_PASSWORD": {"database"}, "CLIENT_SECRET": {"identity"}, "POSTGRES_PWD": {"temporal"}, "SQL_PASSWORD": {"temporal-schema"},
		"MENTIONARY_SESSION_KEY": {"api"}, "MENTIONARY_OIDC_CLIENT_SECRET": {"api"}, "MENTIONARY_DATABASE": {"api", "migrate", "worker"},
	} {
		var have []string
		for name, s := range p.Services {
			if v := s.Environment[secret]; v != nil && *v != "" {
				have = append(have, name)
			}
		}
		require.ElementsMatch(t, owners, have, secret)
	}
}

func TestExampleSettingsAreKnown(t *testing.T) {
	t.Parallel()
	known := settings(t)
	lines := regexp.MustCompile(`(?m)^#?([A-Z_]+)=(.*)$`).FindAllStringSubmatch(read(t, "deploy/compose/.env.example"), -1)
	require.Greater(t, len(lines), 10)
	for _, l := range lines {
		require.Contains(t, known, l[1])
		if known[l[1]].secret {
			require.Empty(t, l[2], l[1])
		}
	}
}

// identity.yaml, compose.yaml, the proxy and the product have to mean the same names and people.
func TestSignInFitsTogether(t *testing.T) {
	t.Parallel()
	p := compose(t)
	var dex struct {
		Issuer        string `json:"issuer"`
		StaticClients []struct {
			ID           string   `json:"id"`
			SecretEnv    string   `json:"secretEnv"`
			RedirectURIs []string `json:"redirectURIs"`
		} `json:"staticClients"`
		StaticPasswords []struct {
			Email       string `json:"email"`
			UserID      string `json:"userID"`
			Hash        string `json:"hash"`
			HashFromEnv string `json:"hashFromEnv"`
		} `json:"staticPasswords"`
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "deploy/compose/identity.yaml")), &dex))
	env := func(name string) string { return *p.Services["api"].Environment[name] }
	require.Equal(t, env("MENTIONARY_OIDC_ISSUER"), dex.Issuer)
	require.Len(t, dex.StaticClients, 1)
	client := dex.StaticClients[0]
	require.Equal(t, env("MENTIONARY_OIDC_CLIENT_ID"), client.ID)
	require.Equal(t, []string{env("MENTIONARY_BASE_URL") + "/api/callback"}, client.RedirectURIs)
	told := p.Services["identity"].Environment
	require.Equal(t, env("MENTIONARY_OIDC_CLIENT_SECRET"), *told[client.SecretEnv])

	var subjects []string
	for _, person := range dex.StaticPasswords {
		require.Empty(t, person.Hash, "hashes come from the environment")
		require.Equal(t, strings.Replace(exampleHash, "$2y", "$2a", 1), *told[person.HashFromEnv], "compose must not interpret the hash")
		subjects = append(subjects, dexSubject(person.UserID))
	}
	require.Equal(t, subjects[0], env("MENTIONARY_ADMIN_SUBJECT"), "the first person is the admin")

	proxy := read(t, "deploy/compose/Caddyfile")
	for _, address := range []string{env("MENTIONARY_BASE_URL"), dex.Issuer} {
		require.Contains(t, proxy, "\n"+address+" {")
	}
	require.Contains(t, p.Services["proxy"].Networks["inside"].Aliases, "id.localhost",
		"web servers reach the provider by the name that browsers use")
	_, err := os.Stat(filepath.Join(root, "deploy/compose/database.sh"))
	require.NoError(t, err)
}

// dexSubject is the subject dex gives a person of its password list: a protobuf message with the user and the connector.
func dexSubject(user string) string {
	message := fmt.Sprintf("\n%c%s\x12\x05local", len(user), user)
	return base64.RawURLEncoding.EncodeToString([]byte(message))
}

// The images of Temporal are those of the embedded server.
func TestTemporalIsTheVersionThatIsTested(t *testing.T) {
	t.Parallel()
	p := compose(t)
	for service, module := range map[string]string{
		"temporal": "go.temporal.io/server", "temporal-schema": "go.temporal.io/server",
		"temporal-ui": "github.com/temporalio/ui-server/v2",
	} {
		m := regexp.MustCompile(regexp.QuoteMeta(module) + ` v(\S+)`).FindStringSubmatch(read(t, "go.mod"))
		require.NotNil(t, m)
		require.True(t, strings.HasSuffix(p.Services[service].Image, ":"+m[1]), "%s is %s, go.mod has %s", service,
			p.Services[service].Image, m[1])
	}
}
