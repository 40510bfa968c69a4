package fault_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
)

func TestFaultsKeepKindSentenceAndCauseThroughWrapping(t *testing.T) {
	t.Parallel()
	cause := errors.New("dial tcp: refused")
	err := fmt.Errorf("fetch feed: %w", fault.Wrap(fault.Unavailable, cause, "The feed could not be reached.").WithRetryAfter(time.Minute))
	require.True(t, fault.Is(err, fault.Unavailable))
	require.Equal(t, "The feed could not be reached.", fault.Of(err).Sentence)
	require.Equal(t, time.Minute, fault.Of(err).RetryAfter)
	require.ErrorIs(t, err, cause)
}

func TestUnknownErrorsBecomeNeutral(t *testing.T) {
	t.Parallel()
	e := fault.Of(errors.New("pq: password of user"))
	require.Equal(t, fault.Internal, e.Kind)
	require.Equal(t, fault.Neutral, e.Sentence)
	require.Nil(t, fault.Of(nil))
	require.Empty(t, fault.KindOf(nil))
	require.False(t, fault.Is(nil, fault.Internal))
}

func TestFinalKindsAreNotRetryable(t *testing.T) {
	t.Parallel()
	for _, k := range fault.Final() {
		require.False(t, k.Retryable(), k)
	}
	for _, k := range []fault.Kind{fault.Blocked, fault.RateLimited, fault.Unavailable, fault.Budget, fault.Internal} {
		require.True(t, k.Retryable(), k)
	}
}
