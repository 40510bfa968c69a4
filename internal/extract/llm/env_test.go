package llm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract/llm/llmtest"
)

// The library of the model provider reads variables of its own; ours must not follow them. No t.Parallel: the
// environment belongs to the process.
func TestVariablesOfTheLibraryAreIgnored(t *testing.T) {
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
	t.Setenv("OPENAI_API_KEY", "sk-from-the-environment")
	t.Setenv("OPENAI_ORG_ID", "org-from-the-environment")
	t.Setenv("OPENAI_PROJECT_ID", "project-from-the-environment")
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Canary: from-the-environment")
	s := llmtest.New(t, good())
	got, _, err := newExtractor(t, s).Extract(t.Context(), chunk, about)
	require.NoError(t, err)
	requireGood(t, got)
	require.Empty(t, s.Calls()[0].OpenAI)
}
