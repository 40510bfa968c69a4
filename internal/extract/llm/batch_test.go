package llm_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/extract/llm"
	"mentionary/internal/extract/llm/llmtest"
	"mentionary/internal/fault"
	"mentionary/internal/transcript"
)

// chunks are parts of a transcript, counted from 0.
func chunks(texts ...string) []transcript.Chunk {
	out := make([]transcript.Chunk, len(texts))
	for i, t := range texts {
		out[i] = transcript.Chunk{Index: i, Text: t}
	}
	return out
}

func TestABatchAsksWhatWouldBeAskedDirectly(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, good())
	e := newExtractor(t, s)
	want, direct, err := e.Extract(t.Context(), chunk, about)
	require.NoError(t, err)

	id, probe, err := e.SubmitBatch(t.Context(), "key", chunks(spoken, "We use nothing."), about)
	require.NoError(t, err)
	require.Equal(t, extract.Usage{Model: llmtest.Model}, probe, "the server was probed before")
	over, err := e.BatchEnded(t.Context(), id)
	require.NoError(t, err)
	require.False(t, over)
	s.EndBatches("completed", 2)
	over, err = e.BatchEnded(t.Context(), id)
	require.NoError(t, err)
	require.True(t, over)

	got, err := e.BatchAnswers(t.Context(), id)
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.Equal(t, want, got[0].Candidates)
	calls := s.Paid()
	require.Equal(t, calls[0].System+calls[0].User+calls[0].Format, calls[1].System+calls[1].User+calls[1].Format)
	require.Equal(t, direct.PromptTokens-s.Calls()[0].PromptTokens, got[0].Usage.PromptTokens)
	require.Equal(t, 1, got[0].Usage.Calls)
	require.Empty(t, got[1].Candidates)
	require.NoError(t, got[1].Err)
}

func TestABatchIsFoundByItsKeyWhereTheServerListsBatches(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, good())
	e := newExtractor(t, s)
	id, err := e.FindBatch(t.Context(), "key")
	require.NoError(t, err)
	require.Empty(t, id)
	s.BreakBatches()
	_, _, err = e.SubmitBatch(t.Context(), "key", chunks(spoken), about)
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
	id, err = e.FindBatch(t.Context(), "key")
	require.NoError(t, err)
	require.Equal(t, "batch_0", id)
	s.RefuseBatches(http.StatusNotFound)
	id, err = e.FindBatch(t.Context(), "key")
	require.NoError(t, err)
	require.Empty(t, id)
	s.RefuseBatches(http.StatusServiceUnavailable)
	_, err = e.FindBatch(t.Context(), "key")
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
}

func TestAServerWithoutBatchesIsToldFromOneThatIsDown(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, good())
	e := newExtractor(t, s)
	for status, want := range map[int]fault.Kind{
		http.StatusNotFound: fault.Unsupported, http.StatusMethodNotAllowed: fault.Unsupported, http.StatusNotImplemented: fault.Unsupported,
		http.StatusServiceUnavailable: fault.Unavailable, http.StatusTooManyRequests: fault.RateLimited,
	} {
		s.RefuseBatches(status)
		_, _, err := e.SubmitBatch(t.Context(), "key", chunks(spoken), about)
		require.True(t, fault.Is(err, want), "%d: %v", status, err)
		require.NotContains(t, err.Error(), llmtest.Key)
		_, err = e.BatchEnded(t.Context(), "batch_0")
		require.True(t, fault.Is(err, want), "%d: %v", status, err)
		require.Error(t, e.CancelBatch(t.Context(), "batch_0"))
	}
}

// The server is taken for an attacker: a line that is no answer of a model to one chunk is none.
func TestAHostileFileOfAnswersHasNoAnswers(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, good())
	e := newExtractor(t, s)
	id, _, err := e.SubmitBatch(t.Context(), "key", chunks(spoken), about)
	require.NoError(t, err)
	answered := func(name, content string) string {
		return `{"custom_id":"` + name + `","response":{"status_code":200,"body":{"choices":[{"message":{"content":"` +
			content + `"}}],"usage":{"prompt_tokens":-7,"completion_tokens":1e3}}}}`
	}
	empty := `{\"entities\":[]}`
	s.SetBatch(0, "completed", strings.Join([]string{
		"", "no JSON", "[]", "null", `{"custom_id":"chunk-1"}`, `{"custom_id":7}`,
		`{"custom_id":"chunk-2","response":{"status_code":500,"body":{}}}`, `{"custom_id":"chunk-3","response":null,"error":{"code":"expired"}}`,
		`{"custom_id":"chunk-4","response":{"status_code":200,"body":"text"}}`, answered("other-5", empty), answered("chunk-5x", empty),
		answered("chunk-6", strings.Repeat("x", llm.MaxAnswer)),
		answered("chunk-7", "Sure!"), answered("chunk-7", empty), answered("chunk-8", empty),
	}, "\n"))
	got, err := e.BatchAnswers(t.Context(), id)
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.True(t, fault.Is(got[7].Err, fault.Unsupported), "the first answer counts")
	require.NoError(t, got[8].Err)
	require.Equal(t, -7, got[8].Usage.PromptTokens, "who pays decides what is believed")

	s.SetBatch(0, "completed", strings.Repeat("x", llm.MaxBatchFile+1))
	_, err = e.BatchAnswers(t.Context(), id)
	require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
}

func TestIDsThatLeadElsewhereAreRefused(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"../models", "a/b", "a?b", "", strings.Repeat("a", 129)} {
		mux := http.NewServeMux()
		mux.HandleFunc("/v1/", func(w http.ResponseWriter, r *http.Request) {
			require.NotContains(t, r.URL.Path, "models")
			w.Header().Set("Content-Type", "text/plain")
			_, _ = w.Write([]byte(`{"id":"` + id + `","status":"completed","output_file_id":"` + id + `","data":[{"id":"` + id +
				`","metadata":{"mentionary":"key"}}],"choices":[{"message":{"content":"{\"entities\":[]}"}}]}`))
		})
		e := newExtractor(t, llmtest.New(t, good()), func(o *llm.Options) { o.HTTPClient = handled(mux) })
		found, err := e.FindBatch(t.Context(), "key")
		require.NoError(t, err)
		require.Empty(t, found)
		_, _, err = e.SubmitBatch(t.Context(), "key", chunks(spoken), about)
		require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
		_, err = e.BatchAnswers(t.Context(), "batch_0")
		require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
	}
}

func TestADeclinedChunkOfABatchIsNoAnswer(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Declines())
	e := newExtractor(t, s)
	id, _, err := e.SubmitBatch(t.Context(), "key", chunks(spoken), about)
	require.NoError(t, err)
	s.EndBatches("expired", 1)
	got, err := e.BatchAnswers(t.Context(), id)
	require.NoError(t, err)
	require.True(t, fault.Is(got[0].Err, fault.Unsupported))
	require.Positive(t, got[0].Usage.PromptTokens, "it is to be paid")
}

// handled is a client whose requests a handler answers without a network.
func handled(h http.Handler) *http.Client {
	return &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result(), nil
	})}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
