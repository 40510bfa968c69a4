package feed

import (
	"bytes"
	"context"
	"mime"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/transcript"
)

const (
	maxTranscriptBytes = 4 << 20
	tinyAnswer         = 512 // bytes; an unreadable answer below it is an error message, not a transcript
)

// A form is a transcript format by its rank: timed ones first, those without times last.
type form int

const (
	formVTT form = iota
	formSRT
	formJSON
	formText
	formHTML
	formUnknown
)

// extensions are the names the parser tells the formats by.
var extensions = map[form]string{formVTT: ".vtt", formSRT: ".srt", formJSON: ".json", formText: ".txt", formHTML: ".txt"}

// Transcript fetches the publisher's transcript: the episode's language before others, formats with times before those
// without. A missing file (404) means the next one. An empty answer or a web page in place of the file means that the
// site turned us away (Blocked). Files in formats nobody can read count as none.
func (s *Source) Transcript(ctx context.Context, ep media.Episode) (transcript.Transcript, bool, error) {
	var failed error
	for _, ref := range ranked(ep) {
		t, ok, err := s.transcript(ctx, ref)
		if ctx.Err() != nil {
			return transcript.Transcript{}, false, ctx.Err()
		}
		if err != nil {
			if failed == nil && !fault.Is(err, fault.NotFound) {
				failed = err
			}
			continue
		}
		if !ok {
			continue
		}
		t.Origin = transcript.Publisher
		for _, known := range []string{ref.Language, t.Language, ep.Language} {
			if known != "" {
				t.Language = known
				break
			}
		}
		return t, true, nil
	}
	return transcript.Transcript{}, false, failed
}

// transcript reads one file; false means that it is readable by no parser.
func (s *Source) transcript(ctx context.Context, ref media.TranscriptRef) (transcript.Transcript, bool, error) {
	resp, err := s.fetch.Fetch(ctx, outbound.Request{URL: ref.URL, Accept: ref.Type, MaxBytes: maxTranscriptBytes})
	if err != nil {
		return transcript.Transcript{}, false, err
	}
	f, body := formOf(ref), bytes.TrimSpace(resp.Body)
	switch {
	case len(body) == 0:
		return transcript.Transcript{}, false, blocked()
	case f == formHTML:
		body = []byte(plainNotes(ref.URL, string(body)).text)
	case isHTML(resp.Header.Get("Content-Type"), body):
		return transcript.Transcript{}, false, blocked()
	}
	t, err := s.parse("transcript"+extensions[f], bytes.NewReader(body))
	refusal := err != nil || f < formText && !t.Timed() // words without times in place of a timed file
	if refusal && len(body) < tinyAnswer {
		return transcript.Transcript{}, false, blocked()
	}
	return t, err == nil && len(t.Cues) > 0, nil
}

func blocked() error {
	return fault.New(fault.Blocked, "The podcast's site does not give its transcript to automated readers at the moment. Try again later, "+
		"or provide the transcript yourself.")
}

// ranked orders the transcripts of the episode, best first, without those in unknown formats.
func ranked(ep media.Episode) []media.TranscriptRef {
	refs := slices.DeleteFunc(slices.Clone(ep.Transcripts), func(r media.TranscriptRef) bool { return formOf(r) == formUnknown })
	slices.SortStableFunc(refs, func(a, b media.TranscriptRef) int {
		if foreign(a, ep) != foreign(b, ep) {
			if foreign(a, ep) {
				return 1
			}
			return -1
		}
		return int(formOf(a)) - int(formOf(b))
	})
	return refs
}

// foreign reports whether the transcript is in another language than the episode. One that names none is in its language.
func foreign(r media.TranscriptRef, ep media.Episode) bool {
	if r.Language == "" || ep.Language == "" {
		return false
	}
	a, _ := language.Make(r.Language).Base()
	b, _ := language.Make(ep.Language).Base()
	return a != b
}

// formOf reads the announced type, or the extension when the type says nothing.
func formOf(r media.TranscriptRef) form {
	kind, _, _ := mime.ParseMediaType(r.Type)
	switch kind {
	case "text/vtt", "application/vtt", "text/webvtt":
		return formVTT
	case "application/x-subrip", "application/srt", "text/srt", "application/x-srt", "text/x-srt", "text/x-subrip":
		return formSRT
	case "application/json":
		return formJSON
	case "text/html":
		return formHTML
	}
	address, _, _ := strings.Cut(r.URL, "?")
	switch strings.ToLower(path.Ext(address)) {
	case ".vtt":
		return formVTT
	case ".srt":
		return formSRT
	case ".json":
		return formJSON
	case ".html", ".htm":
		return formHTML
	case ".txt":
		return formText
	}
	if kind == "text/plain" {
		return formText
	}
	return formUnknown
}
