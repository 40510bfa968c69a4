package openai

import (
	"context"
	"encoding/binary"
	"math"
	"net/http"
	"sync/atomic"

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

// abilities remember what one server understands.
type abilities struct {
	turn     chan struct{} // held while probing: one probe at a time
	known    atomic.Int32  // 0 unknown, otherwise format + 1
	noPrompt atomic.Bool
}

// stepDown remembers f unless a worse format is known to be needed already.
func (a *abilities) stepDown(f format) {
	for {
		known := a.known.Load()
		if known >= int32(f)+1 || a.known.CompareAndSwap(known, int32(f)+1) {
			return
		}
	}
}

// probePrompt finds out whether a prompt is taken.
const probePrompt = "Mentionary."

// format returns how to ask, probing the server the first time. Other calls wait meanwhile.
func (s *Server) format(ctx context.Context) (format, error) {
	if known := s.abilities.known.Load(); known > 0 {
		return format(known - 1), nil
	}
	select {
	case s.abilities.turn <- struct{}{}:
		defer func() { <-s.abilities.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if known := s.abilities.known.Load(); known > 0 {
		return format(known - 1), nil
	}
	return s.probe(ctx)
}

// probe asks with a second of sound. The sound is known to be good: a bad request is a refusal of the format, also where
// the server does not say so.
func (s *Server) probe(ctx context.Context) (format, error) {
	q := question{sound: hum(), prompt: probePrompt}
	for {
		body, err := s.ask(ctx, q)
		var refused *statusError
		switch {
		case err == nil:
			if _, ok := read(body, audio.Piece{EndMS: probeMS}); ok {
				s.abilities.stepDown(q.format)
				return q.format, nil
			}
			if q.format == textOnly {
				return 0, fault.Wrap(fault.Unsupported, errNoTranscription, sentenceNoServer)
			}
			q.format++
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case !asStatus(err, &refused):
			return 0, s.faultOf(err, "", audio.Piece{})
		case refused.cause == complainsPrompt && q.prompt != "":
			q.prompt = ""
			s.abilities.noPrompt.Store(true)
		case refused.badRequest() && refused.cause != complainsModel && q.format < textOnly:
			q.format++
		default:
			return 0, s.faultOf(err, "", audio.Piece{})
		}
	}
}

// badRequest reports whether the server did not like what was asked.
func (e *statusError) badRequest() bool {
	return e.status == http.StatusBadRequest || e.status == http.StatusUnprocessableEntity || e.status == http.StatusNotImplemented
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
