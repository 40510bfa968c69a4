package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

func piece(i, n int) activities.PieceInput {
	return activities.PieceInput{RunStage: step(work.StageTranscript), Piece: i, Pieces: n}
}

// findsAudio expects the source to have no transcript, and audio that can be listened to.
func (s *story) findsAudio() {
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(nil).Once()
	s.OnActivity(fetch.FetchTranscript, mock.Anything, mock.Anything).Return(activities.Fetched{Listen: true}, nil).Once()
}

func (s *story) preparesAudio(pieces, times int) {
	s.OnActivity(listen.PrepareAudio, mock.Anything, step(work.StageTranscript)).Return(activities.AudioPlan{Pieces: pieces}, nil).Times(times)
}

func (s *story) joins() {
	s.OnActivity(listen.JoinSpeech, mock.Anything, step(work.StageTranscript)).Return(nil).Once()
}

// goesOn expects what follows a transcript.
func (s *story) goesOn() {
	s.plans(1)
	s.reads(1)
	s.becomesPublic(1)
}

func TestARunWithoutATranscriptListensToTheAudio(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.findsAudio()
	s.preparesAudio(9, 1)
	for i := range 9 {
		s.OnActivity(listen.HearPiece, mock.Anything, piece(i, 9)).Return(nil).Once()
	}
	s.joins()
	s.goesOn()
	require.Equal(t, work.RunDone, s.analyze("").State)
}

func TestAPieceThatCannotBeHeardEndsTheListening(t *testing.T) {
	t.Parallel()
	for kind, state := range map[fault.Kind]work.RunState{fault.NoTranscript: work.RunNeedsTranscript, fault.Denied: work.RunFailed} {
		s := newStory(t)
		s.findsAudio()
		s.preparesAudio(3, 1)
		s.OnActivity(listen.HearPiece, mock.Anything, piece(0, 3)).Return(finally(kind, "No.")).Once()
		s.OnActivity(listen.HearPiece, mock.Anything, mock.Anything).After(time.Hour).Return(nil)
		s.closes(state, kind)
		require.Equal(t, state, s.analyze("").State, kind)
	}
}

func TestATranscriptGivenWhileTheRunListensEndsTheListening(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.findsAudio()
	s.preparesAudio(1, 1)
	tomorrow := temporal.NewApplicationErrorWithOptions("The day's budget for speech recognition is used up.", string(fault.Budget),
		temporal.ApplicationErrorOptions{NextRetryDelay: 10 * time.Hour})
	s.OnActivity(listen.HearPiece, mock.Anything, mock.Anything).Return(tomorrow)
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalTranscript, nil) }, time.Hour)
	s.goesOn()
	begin := s.Now()
	require.Equal(t, work.RunDone, s.analyze("").State)
	require.Less(t, s.Now().Sub(begin), 2*time.Hour)
}

func TestACancelledRunListensNoMore(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.findsAudio()
	s.OnActivity(listen.PrepareAudio, mock.Anything, mock.Anything).After(time.Hour).Return(activities.AudioPlan{Pieces: 1}, nil)
	s.RegisterDelayedCallback(s.CancelWorkflow, time.Minute)
	s.closes(work.RunCancelled, "")
	s.analyze("")
	require.ErrorContains(t, s.GetWorkflowError(), "canceled")
}

func TestAudioThatChangesIsPlannedAnewAndNotForEver(t *testing.T) {
	t.Parallel()
	changed := finally(fault.Conflict, "The episode's audio has changed.")
	t.Run("once", func(t *testing.T) {
		t.Parallel()
		s := newStory(t)
		s.findsAudio()
		s.preparesAudio(1, 2)
		s.OnActivity(listen.HearPiece, mock.Anything, piece(0, 1)).Return(changed).Once()
		s.OnActivity(listen.HearPiece, mock.Anything, piece(0, 1)).Return(nil).Once()
		s.joins()
		s.goesOn()
		require.Equal(t, work.RunDone, s.analyze("").State)
	})
	t.Run("each time", func(t *testing.T) {
		t.Parallel()
		s := newStory(t)
		s.findsAudio()
		s.preparesAudio(1, 3)
		s.OnActivity(listen.HearPiece, mock.Anything, piece(0, 1)).Return(changed).Times(3)
		s.closes(work.RunNeedsTranscript, fault.NoTranscript)
		require.Equal(t, work.RunNeedsTranscript, s.analyze("").State)
	})
}

func TestARetryFromTheTranscriptListensAgain(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchTranscript, mock.Anything, mock.Anything).Return(activities.Fetched{Listen: true}, nil).Once()
	s.preparesAudio(1, 1)
	s.OnActivity(listen.HearPiece, mock.Anything, piece(0, 1)).Return(nil).Once()
	s.joins()
	s.goesOn()
	require.Equal(t, work.RunDone, s.analyze(work.StageTranscript).State)
}
