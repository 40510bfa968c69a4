package limit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/limit"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return now.Add(-d) }

// refused requires a refusal with a sentence and a time to come back.
func refused(t *testing.T, err error, wait time.Duration, sentence string) {
	t.Helper()
	require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
	require.Equal(t, sentence, fault.Of(err).Sentence)
	require.Equal(t, wait, fault.Of(err).RetryAfter)
}

func TestSubmissionsWaitUntilTheOldestIsAnHourOld(t *testing.T) {
	t.Parallel()
	require.NoError(t, limit.Submissions(3, ago(time.Hour), now))
	refused(t, limit.Submissions(3, ago(20*time.Minute), now), 40*time.Minute,
		"You have submitted 3 jobs within an hour, which is the limit. Come back in 40 minutes.")
	refused(t, limit.Submissions(1, ago(time.Hour-time.Millisecond), now), time.Millisecond,
		"You have submitted 1 job within an hour, which is the limit. Come back in 1 second.")
	refused(t, limit.Submissions(1, ago(time.Hour-2*time.Minute+time.Second), now), 2*time.Minute-time.Second,
		"You have submitted 1 job within an hour, which is the limit. Come back in 119 seconds.")
	refused(t, limit.Submissions(1, ago(time.Hour-2*time.Minute-time.Second), now), 2*time.Minute+time.Second,
		"You have submitted 1 job within an hour, which is the limit. Come back in 3 minutes.")
}

func TestOpenWorkIsLookedAtAgainInAMinute(t *testing.T) {
	t.Parallel()
	require.NoError(t, limit.OpenJobs(0, 100))
	require.NoError(t, limit.OpenJobs(3, 2))
	refused(t, limit.OpenJobs(3, 3), time.Minute,
		"You have 3 jobs that have not ended, which is the limit. Wait until some have ended, or cancel some of them, and submit this again.")
	require.NoError(t, limit.OpenEpisodes(0, 100))
	require.NoError(t, limit.OpenEpisodes(3, 2))
	refused(t, limit.OpenEpisodes(3, 4), time.Minute,
		"Your jobs still have 4 episodes to work on, which is the limit. Wait until some are done, or cancel some jobs, and submit this again.")
}

func TestUnusedFilesWaitUntilTheOldestIsADayOld(t *testing.T) {
	t.Parallel()
	require.NoError(t, limit.UnusedFiles(2, ago(24*time.Hour), now))
	refused(t, limit.UnusedFiles(2, ago(23*time.Hour), now), time.Hour,
		"You have uploaded 2 files in a day that no job uses yet, which is the limit. Submit some of them first, or come back in 60 minutes.")
}

func TestBytesOfADay(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	sent := []limit.File{{Size: mib, Sent: ago(23 * time.Hour)}, {Size: mib, Sent: ago(20 * time.Hour)}, {Size: mib, Sent: ago(time.Hour)}}
	require.NoError(t, limit.FileBytes(0, 100*mib, sent, now))
	require.NoError(t, limit.FileBytes(4*mib, mib, sent, now))
	refused(t, limit.FileBytes(3*mib, mib, sent, now), time.Hour,
		"With this file you would have uploaded more than 3 MiB within a day, which is the limit. Come back in 60 minutes.")
	refused(t, limit.FileBytes(3*mib, mib+1, sent, now), 4*time.Hour,
		"With this file you would have uploaded more than 3 MiB within a day, which is the limit. Come back in 4 hours.")
	err := limit.FileBytes(500, 501, nil, now)
	require.True(t, fault.Is(err, fault.TooLarge), "%v", err)
	require.Equal(t, "The file is larger than the 500 bytes of files that you may upload in a day. Split it.", fault.Of(err).Sentence)
}
