package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared/constant"
)

const maxAnswer = 16 << 20 // bytes; ten minutes with the times of words have 300 kB

// question is what one call asks.
type question struct {
	path     string // of the file; empty: sound in memory, for probes
	sound    []byte
	format   format
	prompt   string
	language string // ISO 639-1
}

// upload is a file under the name that servers tell its format by.
type upload struct {
	io.Reader
	name string
}

// Filename is what the library looks for.
func (u upload) Filename() string { return u.name }

// ContentType is what the library looks for.
func (u upload) ContentType() string { return "application/octet-stream" }

// ask makes one call and returns the answer's bytes, whatever content type they came with. The library streams the file.
func (s *Server) ask(ctx context.Context, q question) ([]byte, error) {
	file := upload{bytes.NewReader(q.sound), "probe.wav"}
	if q.path != "" {
		f, err := os.Open(q.path)
		if err != nil {
			return nil, fmt.Errorf("send audio: %w", err)
		}
		defer func() { _ = f.Close() }()
		file = upload{f, "audio" + filepath.Ext(q.path)}
	}
	params := openai.AudioTranscriptionNewParams{File: file, Model: s.model}
	switch q.format {
	case withWords:
		params.ResponseFormat, params.TimestampGranularities = openai.AudioResponseFormatVerboseJSON, []string{"segment", "word"}
	case withTimes:
		params.ResponseFormat = openai.AudioResponseFormatVerboseJSON
	case withSpeakers:
		params.ResponseFormat = openai.AudioResponseFormatDiarizedJSON
		params.ChunkingStrategy.OfAuto = constant.ValueOf[constant.Auto]() // it demands one for more than 30 seconds
	case textOnly:
		params.ResponseFormat = openai.AudioResponseFormatJSON
	}
	if q.prompt != "" && q.format != withSpeakers { // which has none
		params.Prompt = openai.String(q.prompt)
	}
	if q.language != "" {
		params.Language = openai.String(q.language)
	}
	var body []byte
	_, err := s.service.New(ctx, params, option.WithResponseBodyInto(&body))
	return body, err
}

var (
	errHuge            = errors.New("the speech server's answer is larger than 16 MiB")
	errNoTranscription = errors.New("the speech server's answer is not a transcription")
)
