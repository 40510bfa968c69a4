package doctor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/doctor"
)

func says(status doctor.Status, text string) func(context.Context) doctor.Finding {
	return func(context.Context) doctor.Finding { return doctor.Finding{Status: status, Text: text} }
}

func TestChecksRunSideBySideAndNoneHoldsUpTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		deaf := make(chan struct{})
		checks := []doctor.Check{
			{Name: "heeds", Look: func(ctx context.Context) doctor.Finding {
				<-ctx.Done()
				return doctor.Finding{Status: doctor.Warning, Text: "gave up"}
			}},
			{Name: "does not heed", Look: func(context.Context) doctor.Finding { <-deaf; return doctor.Finding{} }},
			{Name: "is quick", Look: says(doctor.OK, "fine")},
		}
		began := time.Now()
		got := doctor.Run(t.Context(), checks, doctor.Limit)
		require.Less(t, time.Since(began), doctor.Limit+time.Second)
		for i := range got {
			require.Less(t, got[i].Took, doctor.Limit+time.Second)
			got[i].Took = 0
		}
		require.Equal(t, []doctor.Result{
			{Name: "heeds", Finding: doctor.Finding{Status: doctor.Warning, Text: "gave up"}},
			{Name: "does not heed", Finding: doctor.Finding{Status: doctor.Problem, Text: "There was no answer within 5 seconds."}},
			{Name: "is quick", Finding: doctor.Finding{Status: doctor.OK, Text: "fine"}},
		}, got)
		require.False(t, doctor.Healthy(got))
		require.True(t, doctor.Healthy(got[2:]))
		require.True(t, doctor.Healthy(got[:1]), "a warning is no problem")
		close(deaf)
	})
}

func TestResultsArePrintedInColumnsAndAsJSON(t *testing.T) {
	t.Parallel()
	all := []doctor.Result{
		{Name: "configuration", Finding: doctor.Finding{Status: doctor.Problem, Text: "One.\nTwo."}},
		{Name: "db", Finding: doctor.Finding{Status: doctor.OK, Text: "Fine <here>."}},
	}
	var b bytes.Buffer
	require.NoError(t, doctor.Print(&b, all))
	require.Equal(t, ""+
		"configuration  problem  One.\n"+
		"                        Two.\n"+
		"db             ok       Fine <here>.\n", b.String())

	b.Reset()
	require.NoError(t, doctor.PrintJSON(&b, all))
	var got struct {
		Healthy bool
		Checks  []struct{ Name, Status, Text string }
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &got))
	require.False(t, got.Healthy)
	require.Equal(t, "problem", got.Checks[0].Status)
	require.Equal(t, "Fine <here>.", got.Checks[1].Text)
}

func TestSecretsAreHiddenWhoeverQuotesThem(t *testing.T) {
	t.Parallel()
	all := []doctor.Result{{Name: "x", Finding: doctor.Finding{
		Status: doctor.Problem, Text: "It failed.",
		Cause: errors.New("user=m password=hunter22, hunter22!"),
	}}}
	got := doctor.ForOperator(all, "", "m", "hunter22")
	require.Equal(t, "It failed (user=m password=(secret), (secret)!).", got[0].Text)
	require.Equal(t, "It failed.", all[0].Text, "the given results stay as they are")
}
