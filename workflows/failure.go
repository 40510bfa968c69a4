package workflows

import (
	"errors"

	"go.temporal.io/sdk/temporal"

	"mentionary/internal/fault"
)

// failureOf reads the kind and the sentence out of an activity's error. What timed out was out of reach all the time.
func failureOf(err error) (class, text string) {
	var app *temporal.ApplicationError
	var timeout *temporal.TimeoutError
	switch {
	case errors.As(err, &app) && app.Type() != "":
		return app.Type(), app.Message()
	case errors.As(err, &timeout):
		return string(fault.Unavailable), "The source could not be reached for seven days."
	default:
		return string(fault.Internal), fault.Neutral
	}
}

// isKind reports whether an activity failed with the kind.
func isKind(err error, k fault.Kind) bool {
	class, _ := failureOf(err)
	return err != nil && class == string(k)
}
