//go:build e2e

package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The scripts run in the shells they are for. What is typed is given to the shell's own completion; bash and zsh get theirs called as
// they call it.
var shells = map[string][]string{
	"bash": {"--norc", "--noprofile", "-c", `source <(mentionary completion bash)
		COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mentionary; printf '%s\n' "${COMPREPLY[@]}"`, "bash"},
	"zsh": {"-f", "-c", `compdef() {}; compadd() { print -rl -- "${(@P)@[-1]}" }; _files() { print files }
		source <(mentionary completion zsh); words=("$@"); CURRENT=$#; _mentionary`, "zsh"},
	"fish": {"--no-config", "-c", `mentionary completion fish | source; complete -C "$argv"`},
}

func TestShellsComplete(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, os.Symlink(slimProgram, filepath.Join(folder, "mentionary")))
	for shell, args := range shells {
		complete := func(words ...string) []string {
			cmd := exec.CommandContext(t.Context(), shell, append(args, words...)...)
			cmd.Dir = folder
			cmd.Env = []string{"PATH=" + folder + ":" + os.Getenv("PATH"), "HOME=" + folder, "TERM=dumb"}
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s: %s", shell, out)
			return strings.Fields(string(out))
		}
		require.Equal(t, []string{"restore"}, complete("mentionary", "re"), shell)
		require.Equal(t, []string{"--log-format", "--log-level"}, complete("mentionary", "serve", "--log-"), shell)
		require.ElementsMatch(t, []string{"json", "text"}, complete("mentionary", "serve", "--log-format", ""), shell)
	}
}
