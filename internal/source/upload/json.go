package upload

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/transcript"
)

// parseJSON reads the JSON transcripts in use: podcast namespace (segments with startTime and body), Whisper (segments with
// start, end and text; verbose_json; chunks with timestamp pairs; whisper.cpp's transcription with offsets), YouTube's
// json3 (events with segs) and bare arrays of segments. Elements are decoded one by one and counted.
func parseJSON(text string) (transcript.Transcript, error) {
	if line, ok := checkNesting(text); !ok {
		return transcript.Transcript{}, broken(line, "the JSON is nested too deep for a transcript.")
	}
	p := &jsonParser{text: text, dec: json.NewDecoder(strings.NewReader(text))}
	if err := p.document(); err != nil {
		return transcript.Transcript{}, p.fault(err)
	}
	if !p.known {
		return transcript.Transcript{}, fault.New(fault.Unsupported,
			"This JSON file is not a transcript in a format we know. Podcast transcripts, Whisper output and YouTube json3 captions can be read.")
	}
	if len(p.t.Cues) == 0 && p.whole != "" {
		p.t.Cues = splitSpeech(transcript.Cue{Text: p.whole}) // Whisper's plain "json": text without segments
	}
	p.t.Cues = mergeWords(p.t.Cues)
	return p.t, nil
}

// checkNesting finds the line where brackets nest deeper than maxJSONDepth; ok means they never do.
func checkNesting(text string) (line int, ok bool) {
	depth, inString := 0, false
	line = 1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			line++
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxJSONDepth {
				return line, false
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return line, true
}

type jsonParser struct {
	text  string
	dec   *json.Decoder
	t     transcript.Transcript
	whole string // the text of the whole file
	known bool   // something of a transcript was seen
}

func (p *jsonParser) fault(err error) error {
	if fault.KindOf(err) != fault.Internal {
		return err
	}
	line := 1 + strings.Count(p.text[:min(int(p.dec.InputOffset()), len(p.text))], "\n")
	return fault.Wrap(fault.BadInput, err, broken(line, "this is not valid JSON of a transcript.").Sentence)
}

func (p *jsonParser) document() error {
	open, err := p.dec.Token()
	if err != nil {
		return err
	}
	if open == json.Delim('[') {
		return p.elements(addSegment)
	}
	for p.dec.More() {
		key, err := p.dec.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := p.field(name); err != nil {
			return err
		}
	}
	_, err = p.dec.Token()
	return err
}

func (p *jsonParser) field(name string) error {
	switch name {
	case "segments", "chunks", "transcription":
		return p.array(addSegment)
	case "events":
		return p.array(addEvent)
	case "text":
		var s flexible
		if err := p.dec.Decode(&s); err != nil {
			return err
		}
		p.whole, p.known = string(s), true
		return nil
	case "language":
		var s flexible
		err := p.dec.Decode(&s)
		p.t.Language = Language(string(s))
		return err
	case "result": // whisper.cpp keeps the language here
		var r struct {
			Language flexible `json:"language"`
		}
		err := p.dec.Decode(&r)
		p.t.Language = Language(string(r.Language))
		return err
	default:
		var skip json.RawMessage
		return p.dec.Decode(&skip)
	}
}

// array reads a field that should hold an array of elements; null counts as an empty one.
func (p *jsonParser) array(add func(*jsonParser) error) error {
	open, err := p.dec.Token()
	if err != nil || open == nil {
		return err
	}
	if open != json.Delim('[') {
		return fault.New(fault.Unsupported, "This JSON file is not a transcript in a format we know: its segments are not a list.")
	}
	return p.elements(add)
}

func (p *jsonParser) elements(add func(*jsonParser) error) error {
	p.known = true
	for n := 0; p.dec.More(); n++ {
		if n >= maxRawCues {
			return tooManyCues()
		}
		if err := add(p); err != nil {
			return err
		}
	}
	_, err := p.dec.Token()
	return err
}

// segment holds the fields of all segment formats.
type segment struct {
	Start     seconds  `json:"start"`
	StartTime seconds  `json:"startTime"`
	Timestamp span     `json:"timestamp"`
	Offsets   *offsets `json:"offsets"`
	End       seconds  `json:"end"`
	EndTime   seconds  `json:"endTime"`
	Duration  seconds  `json:"duration"`
	Text      flexible `json:"text"`
	Body      flexible `json:"body"`
	Speaker   flexible `json:"speaker"`
}

type offsets struct {
	From int `json:"from"`
	To   int `json:"to"`
}

func addSegment(p *jsonParser) error {
	var s segment
	if err := p.dec.Decode(&s); err != nil {
		return err
	}
	c := transcript.Cue{
		StartMS: firstOf(int(s.Start), int(s.StartTime), s.Timestamp.start), EndMS: firstOf(int(s.End), int(s.EndTime), s.Timestamp.end),
		Speaker: string(s.Speaker), Text: string(s.Text) + string(s.Body),
	}
	if s.Offsets != nil {
		c.StartMS, c.EndMS = s.Offsets.From, s.Offsets.To
	}
	if c.EndMS == 0 && s.Duration > 0 {
		c.EndMS = c.StartMS + int(s.Duration)
	}
	if !blank(c.Text) {
		p.t.Cues = append(p.t.Cues, c)
	}
	return nil
}

func firstOf(values ...int) int {
	for _, v := range values {
		if v != 0 {
			return v
		}
	}
	return 0
}

func addEvent(p *jsonParser) error {
	var e struct {
		Start    int `json:"tStartMs"`
		Duration int `json:"dDurationMs"`
		Segs     []struct {
			Text string `json:"utf8"`
		} `json:"segs"`
	}
	if err := p.dec.Decode(&e); err != nil {
		return err
	}
	var b strings.Builder
	for _, s := range e.Segs {
		b.WriteString(s.Text)
	}
	if blank(b.String()) {
		return nil
	}
	// Automatic captions stay on screen while the next line is spoken: a line ends where the next begins.
	if n := len(p.t.Cues); n > 0 && p.t.Cues[n-1].EndMS > e.Start && p.t.Cues[n-1].StartMS < e.Start {
		p.t.Cues[n-1].EndMS = e.Start
	}
	p.t.Cues = append(p.t.Cues, transcript.Cue{StartMS: e.Start, EndMS: e.Start + e.Duration, Text: b.String()})
	return nil
}

// seconds is a time in JSON, kept in milliseconds: a number of seconds, a string like "1:02.5", or null.
type seconds int

// UnmarshalJSON implements json.Unmarshaler.
func (s *seconds) UnmarshalJSON(data []byte) error {
	*s = 0
	text := string(bytes.Trim(data, `"`))
	if text == "null" || text == "" {
		return nil
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		*s = seconds(toMillis(f))
		return nil
	}
	ms, ok := parseStamp(text)
	if !ok {
		return fault.New(fault.BadInput, "A time in the JSON file is neither a number of seconds nor like 01:02.5.")
	}
	*s = seconds(ms)
	return nil
}

// toMillis rounds seconds to milliseconds; absurd values end at the limit of a transcript.
func toMillis(f float64) int {
	const limit = transcript.MaxDurationMS / 1000
	if f != f || f < 0 { // not a number
		return 0
	}
	return int(min(f, limit)*1000 + 0.5)
}

// span is a pair of seconds; the end of the last one may be null.
type span struct{ start, end int }

// UnmarshalJSON implements json.Unmarshaler. Anything but a pair counts as no time.
func (s *span) UnmarshalJSON(data []byte) error {
	var pair [2]seconds
	if len(data) < 200 && json.Unmarshal(data, &pair) == nil {
		s.start, s.end = int(pair[0]), int(pair[1])
	}
	return nil
}

// flexible is text that some writers give as a number ("speaker": 1).
type flexible string

// UnmarshalJSON implements json.Unmarshaler.
func (f *flexible) UnmarshalJSON(data []byte) error {
	switch {
	case bytes.Equal(data, []byte("null")) || data[0] == '{' || data[0] == '[':
		*f = ""
	case data[0] == '"':
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*f = flexible(s)
	default:
		*f = flexible("Speaker " + string(data))
	}
	return nil
}
