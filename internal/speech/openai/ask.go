package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
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

// ask makes one call and returns the answer's bytes. A file goes from the disk to the connection, not through memory.
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
	writer := multipart.NewWriter(&form)
	for _, one := range s.fields(q) {
		if err := writer.WriteField(one.name, one.value); err != nil {
			return nil, fmt.Errorf("send audio: %w", err)
		}
	}
	_, err := writer.CreateFormFile("file", name)
	at := form.Len() // where the bytes of the file belong
	if err = errors.Join(err, writer.Close()); err != nil {
		return nil, fmt.Errorf("send audio: %w", err)
	}
	filled := io.MultiReader(bytes.NewReader(form.Bytes()[:at]), sound, bytes.NewReader(form.Bytes()[at:]))
	return s.settings.Post(ctx, "/audio/transcriptions", writer.FormDataContentType(), filled, int64(form.Len())+size)
}

type field struct{ name, value string }

// fields are what a question says beside its file.
func (s *Server) fields(q question) []field {
	said := []field{{"model", s.model}}
	switch q.format {
	case withWords:
		said = append(said, field{"response_format", "verbose_json"}, field{"timestamp_granularities[]", "segment"},
			field{"timestamp_granularities[]", "word"})
	case withTimes:
		said = append(said, field{"response_format", "verbose_json"})
	case withSpeakers:
		// It demands a strategy for more than 30 seconds.
		said = append(said, field{"response_format", "diarized_json"}, field{"chunking_strategy", "auto"})
	case textOnly:
		said = append(said, field{"response_format", "json"})
	}
	if q.prompt != "" && q.format != withSpeakers { // which has none
		said = append(said, field{"prompt", q.prompt})
	}
	if q.language != "" {
		said = append(said, field{"language", q.language})
	}
	return said
}

var (
	errHuge            = errors.New("the speech server's answer is larger than 16 MiB")
	errNoTranscription = errors.New("the speech server's answer is not a transcription")
)
