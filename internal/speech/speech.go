package speech

import (
	"context"

	"mentionary/internal/audio"
	"mentionary/internal/transcript"
)

// Hints help a server to hear.
type Hints struct {
	Language string // BCP 47, empty when unknown
	Prompt   string // see Prompt
}

// Limits are those of one request to a server.
type Limits struct {
	MaxBytes int64
	MaxMS    int // 0: any length
}

// Server hears.
type Server interface {
	// Name says who heard, for the recipe of a transcript: the model's name.
	Name() string
	// Limits may get smaller while a server is learned.
	Limits() Limits
	// Hear sends the file at path, which holds piece, and returns what is said in it, with times of the episode. Every
	// failure is a fault: TooLarge asks for smaller pieces. When ctx ends, its error is returned as it is.
	Hear(ctx context.Context, path string, piece audio.Piece, hints Hints) (Heard, error)
}

// Heard is what a server heard in a piece. A speaker of a cue is somebody's name, or a label such as "A" or "speaker 1", which
// means another person in each piece; see NameVoices.
type Heard struct {
	Language string           `json:"language,omitempty"` // BCP 47, empty when the server did not say
	Cues     []transcript.Cue `json:"cues"`               // times within the episode
	MS       int              `json:"ms"`                 // what the server heard, to pay for
	Spread   bool             `json:"spread,omitempty"`   // the server told no times: sentences are spread over the piece
}
