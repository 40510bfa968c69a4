package openai

import (
	"context"
	"encoding/binary"
	"math"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
)

// format is how a server is asked to answer, best first.
type format int32

const (
	withWords    format = iota // verbose_json with the times of words
	withTimes                  // verbose_json
	withSpeakers               // diarized_json
	textOnly                   // json
)

// probePrompt finds out whether a prompt is taken.
const probePrompt = "Mentionary."

// format returns how to ask, probing the server the first time. Other calls wait meanwhile.
func (s *Server) format(ctx context.Context) (format, error) {
	f, err := s.ladder.Way(ctx, func() error { return s.probe(ctx) })
	return format(f), err
}

// probe asks with a second of sound. The sound is known to be good: a bad request is a refusal of the format, also where
// the server does not say so.
func (s *Server) probe(ctx context.Context) error {
	q := question{sound: hum(), prompt: probePrompt}
	for {
		body, err := s.ask(ctx, q)
		var refused *statusError
		switch {
		case err == nil:
			if _, ok := read(body, audio.Piece{EndMS: probeMS}); ok {
				s.ladder.StepDown(int(q.format))
				return nil
			}
			if q.format == textOnly {
				return fault.Wrap(fault.Unsupported, errNoTranscription, sentenceNoServer)
			}
			q.format++
		case ctx.Err() != nil:
			return ctx.Err()
		case !asStatus(err, &refused):
			return s.faultOf(err, "", audio.Piece{})
		case refused.cause == complainsPrompt && q.prompt != "":
			q.prompt = ""
			s.noPrompt.Store(true)
		case refused.BadRequest() && refused.cause != complainsModel && q.format < textOnly:
			q.format++
		default:
			return s.faultOf(err, "", audio.Piece{})
		}
	}
}

const (
	probeMS   = 1000
	probeRate = 16_000
)

// hum is a second of a quiet tone as WAV.
func hum() []byte {
	const size = probeRate * probeMS / 1000 * 2
	b := append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, 36+size)...)
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"...)
	b = binary.LittleEndian.AppendUint32(b, probeRate)
	b = binary.LittleEndian.AppendUint32(b, probeRate*2)
	b = append(b, "\x02\x00\x10\x00data"...)
	b = binary.LittleEndian.AppendUint32(b, size)
	for i := range size / 2 {
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(300*math.Sin(2*math.Pi*220*float64(i)/probeRate))))
	}
	return b
}
