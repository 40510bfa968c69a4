package speech

import (
	"context"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
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

// Heard is what a server heard in a piece.
type Heard struct {
	Language string           `json:"language,omitempty"` // BCP 47, empty when the server did not say
	Cues     []transcript.Cue `json:"cues"`               // times within the episode
	MS       int              `json:"ms"`                 // what the server heard, to pay for
	Spread   bool             `json:"spread,omitempty"`   // the server told no times: sentences are spread over the piece
}

// Hear cuts a piece out of a file, has it heard and removes the cut again. What is too large for the server is halved, down
// to pieces of 20 seconds. MS is what was heard also when the error is not nil: it is to be paid.
func Hear(ctx context.Context, s Server, f audio.File, p audio.Piece, tools audio.Tools, h Hints) (Heard, error) {
	return Heard{}, fault.New(fault.Internal, fault.Neutral)
}

// Join makes one transcript of what was heard in pieces that overlap; heard[i] belongs to pieces[i]. No word is lost or
// doubled where they overlap, and times never run backwards.
func Join(pieces []audio.Piece, heard []Heard) transcript.Transcript { return transcript.Transcript{} }

// Prompt tells a server the names it may hear, within the 224 tokens that servers read: people first, then the glossary,
// then title and description as far as they fit.
func Prompt(title, description string, people, glossary []string) string { return "" }
