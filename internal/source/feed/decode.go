package feed

import (
	"bytes"
	"io"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"mentionary/internal/fault"
)

// maxDecodedBytes is the cap after conversion to UTF-8, which can double the size.
const maxDecodedBytes = 2 * maxFeedBytes

var (
	declaration      = regexp.MustCompile(`^\s*<\?xml[^>]{0,256}\?>`)
	declaredEncoding = regexp.MustCompile(`^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']`)
)

// decode converts a feed to UTF-8 without its XML declaration, so that the scan and the feed library see the same text.
// A byte order mark wins over the declaration, the declaration over the Content-Type. What XML forbids becomes a space.
func decode(contentType string, body []byte) ([]byte, error) {
	label := "utf-8"
	switch {
	case bytes.HasPrefix(body, []byte("\xef\xbb\xbf")):
		body = body[3:]
	case bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("<\x00")):
		label = "utf-16le"
	case bytes.HasPrefix(body, []byte("\xfe\xff")), bytes.HasPrefix(body, []byte("\x00<")):
		label = "utf-16be"
	default:
		label = declared(contentType, body)
	}
	r, err := charset.NewReaderLabel(label, bytes.NewReader(body))
	if err != nil {
		return nil, fault.Wrap(fault.Unsupported, err, "This feed cannot be read: its character encoding is unknown.")
	}
	text, err := io.ReadAll(io.LimitReader(r, maxDecodedBytes+1))
	if err != nil {
		return nil, fault.Wrap(fault.Unsupported, err, "This feed cannot be read: its characters do not match its encoding.")
	}
	if len(text) > maxDecodedBytes {
		return nil, fault.New(fault.TooLarge, "This feed is larger than 16 MiB, the most we read.")
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	text = text[len(declaration.Find(text)):]
	return bytes.Map(xmlRune, text), nil
}

func declared(contentType string, body []byte) string {
	if m := declaredEncoding.FindSubmatch(body[:min(len(body), 512)]); m != nil {
		return strings.ToLower(string(m[1]))
	}
	if _, params, err := mime.ParseMediaType(contentType); err == nil && params["charset"] != "" {
		return strings.ToLower(params["charset"])
	}
	if !utf8.Valid(body) {
		return "windows-1252"
	}
	return "utf-8"
}

// xmlRune keeps the characters XML 1.0 allows.
func xmlRune(r rune) rune {
	if r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r != 0xFFFE && r != 0xFFFF {
		return r
	}
	return ' '
}
