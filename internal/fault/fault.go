package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what sort of failure happened. The words are stored and travel through workflow histories: never rename one.
type Kind string

// The kinds. The first group is final: trying again changes nothing.
const (
	BadInput     Kind = "bad_input"     // the caller's input is wrong; the sentence names what to change
	NotFound     Kind = "not_found"     // there is no such thing, or the caller may not know that there is
	Private      Kind = "private"       // the source refuses access to everybody but its owner
	NoTranscript Kind = "no_transcript" // the source was asked and has no transcript
	Unsupported  Kind = "unsupported"   // a valid address or file of a sort we do not read
	TooLarge     Kind = "too_large"     // over a documented limit
	Stale        Kind = "stale"         // a late writer: its run or version is closed

	Unauthenticated Kind = "unauthenticated" // nobody is signed in
	Denied          Kind = "denied"          // signed in, but not allowed
	SignInAgain     Kind = "sign_in_again"   // signed in too long ago for this change
	Conflict        Kind = "conflict"        // the state of the object forbids it now

	// The second group may pass: the same call can succeed later.
	Blocked     Kind = "blocked"      // the source turned us away as a robot
	RateLimited Kind = "rate_limited" // too many requests; RetryAfter says when to come back
	Unavailable Kind = "unavailable"  // unreachable, timed out or broken on the other side
	Budget      Kind = "budget"       // there are no tokens for it now; the sentence says why
	Internal    Kind = "internal"     // our own mistake; the sentence stays neutral
)

// Retryable reports whether the same call may succeed later without anybody changing its input.
func (k Kind) Retryable() bool {
	switch k {
	case Blocked, RateLimited, Unavailable, Budget, Internal:
		return true
	default:
		return false
	}
}

// Final lists the kinds that no retry can mend.
func Final() []Kind {
	return []Kind{BadInput, NotFound, Private, NoTranscript, Unsupported, TooLarge, Stale, Unauthenticated, Denied, SignInAgain, Conflict}
}

// Error is a failure with a kind and a sentence for people. The cause is for the log and never shown.
type Error struct {
	Kind       Kind
	Sentence   string
	Field      string        // the input it concerns, empty when none
	RetryAfter time.Duration // what the source asked for, 0 when it did not
	Cause      error
}

// New returns a fault of the kind with the sentence people will read.
func New(kind Kind, sentence string) *Error { return &Error{Kind: kind, Sentence: sentence} }

// Newf is New with a formatted sentence.
func Newf(kind Kind, format string, args ...any) *Error {
	return New(kind, fmt.Sprintf(format, args...))
}

// Wrap returns a fault that keeps cause for the log.
func Wrap(kind Kind, cause error, sentence string) *Error {
	return &Error{Kind: kind, Sentence: sentence, Cause: cause}
}

// WithField returns a copy that names the input field.
func (e *Error) WithField(field string) *Error { c := *e; c.Field = field; return &c }

// WithRetryAfter returns a copy that carries the delay the source asked for.
func (e *Error) WithRetryAfter(d time.Duration) *Error { c := *e; c.RetryAfter = d; return &c }

// Error is for logs: kind, sentence and cause.
func (e *Error) Error() string {
	s := string(e.Kind) + ": " + e.Sentence
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Neutral is the sentence shown for failures that have none of their own.
const Neutral = "Something went wrong on our side. Please try again in a moment."

// Of returns the fault in err's chain; any other error becomes an Internal fault with the neutral sentence. Of(nil) is nil.
func Of(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return Wrap(Internal, err, Neutral)
}

// KindOf returns the kind of err, "" for nil.
func KindOf(err error) Kind {
	if e := Of(err); e != nil {
		return e.Kind
	}
	return ""
}

// Is reports whether err is a fault of the kind.
func Is(err error, kind Kind) bool { return err != nil && KindOf(err) == kind }
