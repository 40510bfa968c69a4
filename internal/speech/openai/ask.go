package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
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

// upload stands for a file in a form, under the name that servers tell its format by. It is empty: the bytes are put in its place when
// the form is sent.
type upload struct {
	form *bytes.Buffer // that is being written
	at   *int          // where in it the bytes belong
	name string
}

// Read is where the library would put the bytes.
func (u upload) Read([]byte) (int, error) {
	*u.at = u.form.Len()
	return 0, io.EOF
}

// Filename is what the library looks for.
func (u upload) Filename() string { return u.name }

// ContentType is what the library looks for.
func (u upload) ContentType() string { return "application/octet-stream" }

// ask makes one call and returns the answer's bytes, whatever content type they came with. A file goes from the disk to the connection: the
// library would hold its whole form in memory, some three times its size while that grows.
func (s *Server) ask(ctx context.Context, q question) ([]byte, error) {
	name, sound, size := "probe.wav", io.Reader(bytes.NewReader(q.sound)), int64(len(q.sound))
	if q.path != "" {
		f, err := os.Open(q.path)
		if err != nil {
			return nil, fmt.Errorf("send audio: %w", err)
		}
		defer func() { _ = f.Close() }()
		info, err := f.Stat()
		if err != nil {
			return nil, fmt.Errorf("send audio: %w", err)
		}
		name, sound, size = "audio"+filepath.Ext(q.path), io.LimitReader(f, info.Size()), info.Size()
	}
	var form bytes.Buffer
	at, writer := 0, multipart.NewWriter(&form)
	params := s.params(q)
	params.File = upload{&form, &at, name}
	if err := errors.Join(params.MarshalMultipartTo(writer), writer.Close()); err != nil {
		return nil, fmt.Errorf("send audio: %w", err)
	}
	filled := io.MultiReader(bytes.NewReader(form.Bytes()[:at]), sound, bytes.NewReader(form.Bytes()[at:]))
	length := func(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		r.ContentLength = int64(form.Len()) + size // not every server takes a form without
		return next(r)
	}
	var body []byte
	_, err := s.service.New(ctx, openai.AudioTranscriptionNewParams{}, option.WithRequestBody(writer.FormDataContentType(), filled),
		option.WithMiddleware(length), option.WithResponseBodyInto(&body))
	return body, err
}

// params are what a question says beside its file.
func (s *Server) params(q question) openai.AudioTranscriptionNewParams {
	params := openai.AudioTranscriptionNewParams{Model: s.model}
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
	return params
}

var (
	errHuge            = errors.New("the speech server's answer is larger than 16 MiB")
	errNoTranscription = errors.New("the speech server's answer is not a transcription")
)
