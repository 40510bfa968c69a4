package openai_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/speech/speechtest"
)

// The library of the model provider reads variables of its own; ours must not follow them. No t.Parallel: the
// environment belongs to the process.
func TestVariablesOfTheLibraryAreIgnored(t *testing.T) {
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
	t.Setenv("OPENAI_API_KEY", "sk-from-the-environment")
	s := speechtest.New(t, talk)
	require.NoError(t, newServer(t, s).Check(t.Context()))
	require.Len(t, s.All(), 1)
}
