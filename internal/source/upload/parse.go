package upload

import (
	"errors"
	"io"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/transcript"
)

// Limits of one file.
const (
	MaxFileBytes = 16 << 20 // SECURITY.md: the upload route
	maxRawCues   = 300_000  // before words are merged and repetitions removed
	maxJSONDepth = 64
)

// TooLarge is said of a file over MaxFileBytes; the pages say the same before they send one.
const TooLarge = "The file is larger than 16 MiB. Save the transcript as plain text, WebVTT or SRT, or split it."

// Parse reads one transcript file. The content decides about the format, the name only between formats that look alike and
// about the language ("talk.de.vtt"). The transcript is cleaned, has the origin Uploaded and at least one cue.
//
// Errors are faults: BadInput (empty, broken: the sentence names the line), Unsupported (not text, another format),
// TooLarge (over MaxFileBytes or too many cues); an error of r itself becomes Unavailable.
func Parse(name string, r io.Reader) (transcript.Transcript, error) {
	data, err := ReadFile(r, 0)
	if err != nil {
		return transcript.Transcript{}, err
	}
	return ParseText(name, data)
}

// ReadFile reads a file up to the limit of one. size is how large it is at most as far as one knows, 0 when one does not:
// room for so much is made at once.
func ReadFile(r io.Reader, size int) (string, error) {
	var data strings.Builder
	data.Grow(min(max(size, 0), MaxFileBytes+1))
	n, err := io.Copy(&data, io.LimitReader(r, MaxFileBytes+1))
	if err != nil {
		if f := (*fault.Error)(nil); errors.As(err, &f) {
			return "", f
		}
		return "", fault.Wrap(fault.Unavailable, err, "The file could not be read to its end. Please send it again.")
	}
	if n > MaxFileBytes {
		return "", fault.New(fault.TooLarge, TooLarge)
	}
	return data.String(), nil
}

// ParseText is Parse for the bytes of a file that was read. It takes time in proportion to the file, and up to about eight
// times its size in memory.
func ParseText(name, data string) (transcript.Transcript, error) {
	text, err := decode(data)
	if err != nil {
		return transcript.Transcript{}, err
	}
	format, err := recognize(name, text)
	if err != nil {
		return transcript.Transcript{}, err
	}
	var t transcript.Transcript
	switch format {
	case formatVTT:
		t, err = parseVTT(text)
	case formatSRT:
		t, err = parseSRT(text)
	case formatJSON:
		t, err = parseJSON(text)
	case formatTSV:
		t, err = parseTSV(text)
	default:
		t, err = parseText(text)
	}
	if err != nil {
		return transcript.Transcript{}, err
	}
	cues, report := transcript.Clean(t.Cues)
	if t.Cues = cues; report.Dropped > 0 || t.Words() > transcript.MaxWords {
		return transcript.Transcript{}, fault.New(fault.TooLarge, "The file contains more than a day of speech. Split it into episodes.")
	}
	if format != formatText { // plain text reads its speakers itself
		t.Cues = takeLabels(t.Cues)
	}
	if len(t.Cues) == 0 {
		return transcript.Transcript{}, fault.New(fault.BadInput, "The file contains no words. Choose a file with a transcript in it.")
	}
	t.Origin = transcript.Uploaded
	if lang := languageOfName(name); lang != "" {
		t.Language = lang
	}
	return t, nil
}

type format int

const (
	formatText format = iota
	formatVTT
	formatSRT
	formatJSON
	formatTSV
)

// recognize says what text is.
func recognize(name, text string) (format, error) {
	head := strings.TrimLeft(text, " \t\r\n")
	if head == "" {
		return 0, fault.New(fault.BadInput, "The file is empty. Choose a file with a transcript in it.")
	}
	lower := strings.ToLower(head[:min(len(head), 64)])
	for prefix, what := range map[string]string{
		"<!doctype html": "a web page", "<html": "a web page", "<?xml": "an XML file", "<tt": "a TTML file",
		"[script info]": "a SubStation file", "%pdf": "a PDF file", `{\rtf`: "an RTF file", "<transcript": "an XML file",
	} {
		if strings.HasPrefix(lower, prefix) {
			return 0, fault.Newf(fault.Unsupported, "This is %s. Save the transcript as WebVTT, SRT, JSON, TSV or plain text.", what)
		}
	}
	switch {
	case strings.HasPrefix(head, "WEBVTT"):
		return formatVTT, nil
	case looksLikeJSON(head):
		return formatJSON, nil
	case strings.HasPrefix(lower, "start\tend\t"):
		return formatTSV, nil
	}
	if inline, blocks := timingLines(text); blocks && !inline {
		if extension(name) == "vtt" {
			return formatVTT, nil
		}
		return formatSRT, nil
	}
	if extension(name) == "tsv" {
		return formatTSV, nil
	}
	return formatText, nil
}

// looksLikeJSON tells JSON from text that begins with a bracket ("[Bryan] [00:03] ...").
func looksLikeJSON(head string) bool {
	rest := strings.TrimLeft(head[1:], " \t\r\n")
	switch head[0] {
	case '{':
		return rest == "" || rest[0] == '"' || rest[0] == '}'
	case '[':
		return rest == "" || rest[0] == '{' || rest[0] == ']'
	default:
		return false
	}
}

// timingLines looks at the beginning of text for lines with an arrow between two times: inline when they carry text as
// well ("[0.0 --> 5.2] Hello"), blocks when the text follows on lines of its own.
func timingLines(text string) (inline, blocks bool) {
	lines := newLines(text)
	for lines.next() && lines.number <= 400 {
		if !strings.Contains(lines.text, "-->") {
			continue
		}
		if _, _, rest, ok := parseBracketRange(lines.text); ok && rest != "" {
			return true, false
		}
		if _, _, ok := parseTiming(lines.text); ok {
			return false, true
		}
	}
	return false, false
}

// extension is the last extension of name in lower case, without the dot.
func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return strings.ToLower(name[i+1:])
	}
	return ""
}

func tooManyCues() error {
	return fault.Newf(fault.TooLarge, "The file has more than %d cues. Split it into one file per episode.", maxRawCues)
}

func broken(line int, what string) *fault.Error {
	return fault.Newf(fault.BadInput, "Line %d: %s", line, what)
}
