package upload

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"mentionary/internal/fault"
)

// decode gives the text of a file: UTF-8, UTF-16 with a byte order mark, else Windows-1252 (a superset of Latin-1). A few
// bad bytes in a file that otherwise is UTF-8 are left for the cleaning to drop.
func decode(data string) (string, error) {
	if len(data) == 0 {
		return "", fault.New(fault.BadInput, "The file is empty. Choose a file with a transcript in it.")
	}
	if strings.HasPrefix(data, "\xff\xfe") || strings.HasPrefix(data, "\xfe\xff") {
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().String(data)
		if err != nil || isBinary(out) {
			return "", notText()
		}
		return out, nil
	}
	data = strings.TrimPrefix(data, "\xef\xbb\xbf")
	if isBinary(data) {
		return "", notText()
	}
	if utf8.ValidString(data) || mostlyUTF8(data) {
		return data, nil
	}
	out, err := charmap.Windows1252.NewDecoder().String(data)
	if err != nil {
		return "", notText()
	}
	return out, nil
}

func notText() error {
	return fault.New(fault.Unsupported, "This is not a text file. Mentionary reads transcripts as WebVTT, SRT, JSON, TSV or plain text.")
}

// isBinary looks at the beginning for bytes no text has.
func isBinary(data string) bool {
	head := data[:min(len(data), 64<<10)]
	for _, magic := range []string{"ID3", "OggS", "fLaC", "PK\x03\x04", "\x1f\x8b", "\x89PNG", "GIF8"} {
		if strings.HasPrefix(head, magic) {
			return true
		}
	}
	odd := 0
	for i := range len(head) {
		b := head[i]
		if b == 0 {
			return true
		}
		if b < 0x20 && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b {
			odd++
		}
	}
	return odd*100 > len(head)
}

// mostlyUTF8 reports whether valid multi-byte characters outnumber bad bytes.
func mostlyUTF8(data string) bool {
	good, bad := 0, 0
	for len(data) > 0 {
		r, size := utf8.DecodeRuneInString(data)
		switch {
		case r == utf8.RuneError && size == 1:
			bad++
		case size > 1:
			good++
		}
		data = data[size:]
	}
	return good > bad
}
