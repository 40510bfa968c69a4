package check_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// exampleHash stands for what htpasswd answers.
const exampleHash = "$2y$10$C6dvAf.iI0wj/r6AY.i.JeQrSHXiiNFy4rlPEenJbZOV.liKDbsba"

// prepared copies what compose needs into a folder of its own and runs init.sh there, with a htpasswd that always answers
// the same.
func prepared(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range strings.Fields(git(t, "ls-files", "-co", "--exclude-standard", "deploy/compose", "deploy/compose.yaml",
		"deploy/Dockerfile")) {
		info, err := os.Stat(filepath.Join(root, f))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, f)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, f), []byte(read(t, f)), info.Mode().Perm()))
	}
	fake := filepath.Join(dir, "bin")
	require.NoError(t, os.Mkdir(fake, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(fake, "htpasswd"),
		[]byte("#!/bin/sh\ncat >/dev/null\nprintf '%s\\n' 'x:"+exampleHash+"' ''\n"), 0o755))
	out := initialize(t, dir)
	require.Contains(t, out, "people.txt")
	return dir
}

func initialize(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "deploy/compose/init.sh"))
	cmd.Env = []string{"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), "HOME=" + dir}
	b, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", b)
	return string(b)
}

func TestInitMakesSecretsOnce(t *testing.T) {
	t.Parallel()
	dir := prepared(t)
	secrets := filepath.Join(dir, "deploy/compose/secrets")
	files := func() map[string]string {
		out := map[string]string{}
		list, err := os.ReadDir(secrets)
		require.NoError(t, err)
		for _, e := range list {
			b, err := os.ReadFile(filepath.Join(secrets, e.Name()))
			require.NoError(t, err)
			out[e.Name()] = string(b)
		}
		return out
	}
	first := files()
	require.Contains(t, initialize(t, dir), "nothing to do")
	require.Equal(t, first, files())

	info, err := os.Stat(secrets)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm(), "the folder keeps everybody else out")
	require.NotContains(t, first, "ca.key", "nobody can sign in the authority's name later")
	require.Regexp(t, `(?m)^ada@example\.org [0-9a-f]{16}$`, first["people.txt"])
	require.Regexp(t, `(?m)^ADA_HASH='\$2a\$10\$`, first["identity.env"], "dex knows bcrypt as 2a")
	require.Regexp(t, `^MENTIONARY_SESSION_KEY=[0-9a-f]{48}\n`, first["api.env"])

	// What two sides have to agree on.
	value := func(file, name string) string {
		m := regexp.MustCompile(`(?m)^` + name + `=(.+)$`).FindStringSubmatch(first[file])
		require.NotNil(t, m, "%s in %s", name, file)
		return m[1]
	}
	require.Equal(t, value("api.env", "MENTIONARY_OIDC_CLIENT_SECRET"), value("identity.env", "CLIENT_SECRET"))
	require.Equal(t, value("database.env", "TEMPORAL_PASSWORD"), value("temporal.env", "POSTGRES_PWD"))
	require.Equal(t, value("database.env", "TEMPORAL_PASSWORD"), value("temporal-schema.env", "SQL_PASSWORD"))
	require.Equal(t, "postgres://mentionary:"+value("database.env", "PRODUCT_PASSWORD")+"@database:5432/mentionary?sslmode=verify-full",
		value("mentionary.env", "MENTIONARY_DATABASE"))
	require.NotEqual(t, value("database.env", "PRODUCT_PASSWORD"), value("database.env", "TEMPORAL_PASSWORD"))
}

func TestInitSignsForTheNamesThatAreUsed(t *testing.T) {
	t.Parallel()
	dir := prepared(t)
	for host, file := range map[string]string{"database": "database.crt", "mentionary.localhost": "proxy.crt", "id.localhost": "proxy.crt"} {
		cmd := exec.CommandContext(t.Context(), "openssl", "verify", "-CAfile", "ca.crt", "-verify_hostname", host, "-purpose", "sslserver", file)
		cmd.Dir = filepath.Join(dir, "deploy/compose/secrets")
		b, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", b)
	}
}

// Git must not see what init.sh makes.
func TestSecretsAreIgnored(t *testing.T) {
	t.Parallel()
	for _, f := range []string{"deploy/compose/.env", "deploy/compose/secrets/api.env", "deploy/compose/.secrets.abc123/ca.key"} {
		require.Equal(t, f, strings.TrimSpace(git(t, "check-ignore", f)))
	}
}
