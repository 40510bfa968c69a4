package modelserver_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/modelserver"
)

var errHuge = errors.New("too much")

// ask lists the models of a server that gives one answer to everything.
func ask(t *testing.T, status int, answer string) error {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Retry-After", "86400")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	settings := modelserver.Settings{
		BaseURL: server.URL, Key: "sk-secret", HTTPClient: server.Client(), Timeout: time.Minute, MaxAnswer: 100, ErrHuge: errHuge,
		Refused: func(res *http.Response, body []byte) error { return modelserver.ReadRefusal("test server", res, body) },
	}
	models := openai.NewModelService(settings.Options()...)
	_, err := models.List(t.Context())
	return err
}

func TestAnswersAreBounded(t *testing.T) {
	require.NoError(t, ask(t, 200, `{"data":[]}`))
	require.NoError(t, ask(t, 200, `{"data":[],"x":"`+strings.Repeat("y", 82)+`"}`), "exactly the bound")
	require.ErrorIs(t, ask(t, 200, `{"data":[],"x":"`+strings.Repeat("y", 83)+`"}`), errHuge)
}

func TestRefusalsCarryNothingThatTheServerWrote(t *testing.T) {
	err := ask(t, 400, `{"error":{"code":"invalid_value","message":"the key sk-secret is none"}}`)
	var refusal modelserver.Refusal
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, "test server: status 400, code invalid_value", err.Error())
	require.True(t, refusal.BadRequest())
	require.Equal(t, time.Hour, refusal.RetryAfter, "a day is more than a server may ask for")

	for _, code := range []string{`"sk-secret"`, `"two words"`, `17`, `null`} {
		require.Equal(t, "test server: status 503", ask(t, 503, `{"error":{"code":`+code+`}}`).Error(), code)
	}
	require.Equal(t, "test server: status 502", ask(t, 502, `<html>`).Error())
}

func TestFailuresOfTheConnectionTellNoAddress(t *testing.T) {
	at := &url.Error{Op: "Post", URL: "https://secret.example/v1", Err: errors.New("no route to host")}
	for err, says := range map[error]string{
		at: "The test server could not be reached.",
		&url.Error{Op: "Post", URL: "https://secret.example/v1", Err: context.DeadlineExceeded}: "The test server did not answer in time.",
		io.ErrUnexpectedEOF: "The connection to the test server broke.",
	} {
		got := modelserver.Unanswered("test server", err)
		require.Equal(t, says, got.Sentence)
		require.NotContains(t, got.Error(), "secret.example")
		require.Equal(t, fault.Unavailable, got.Kind)
	}
}

func TestOneProbeForAll(t *testing.T) {
	ladder := modelserver.NewLadder()
	var probes atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			way, err := ladder.Way(t.Context(), func() error {
				probes.Add(1)
				ladder.StepDown(1)
				return nil
			})
			if way != 1 || err != nil {
				t.Errorf("way %d, %v", way, err)
			}
		})
	}
	all.Wait()
	require.Equal(t, int32(1), probes.Load())
}

func TestAFailedProbeIsRepeatedAndNobodyWaitsLongerThanTheyWant(t *testing.T) {
	ladder, down := modelserver.NewLadder(), errors.New("down")
	_, err := ladder.Way(t.Context(), func() error {
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := ladder.Way(ended, func() error { return nil })
		require.ErrorIs(t, err, context.Canceled, "while another one probes")
		return down
	})
	require.ErrorIs(t, err, down)
	way, err := ladder.Way(t.Context(), func() error { ladder.StepDown(2); return nil })
	require.NoError(t, err)
	require.Equal(t, 2, way)

	ladder.StepDown(1)
	way, err = ladder.Way(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, 2, way, "what asks for less is known to be needed")
}

func TestAddresses(t *testing.T) {
	for _, good := range []string{"http://127.0.0.1:8000/v1", "https://models.example/v1"} {
		require.NoError(t, modelserver.CheckAddress("test server", "url", good))
	}
	for _, bad := range []string{
		"", "models.example/v1", "ftp://models.example", "https://user:word@models.example/v1", "https://models.example/v1?a=b", "::",
	} {
		var says *fault.Error
		require.ErrorAs(t, modelserver.CheckAddress("test server", "url", bad), &says, bad)
		require.Equal(t, fault.BadInput, says.Kind)
	}
}
