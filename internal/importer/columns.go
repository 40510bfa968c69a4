package importer

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// columns is how wide a terminal draws the text: wide characters take two columns, marks that sit on others none.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	default:
		return 1
	}
}

// cut shortens the text to so many columns and marks the place.
func cut(s string, limit int) string {
	if columns(s) <= limit {
		return s
	}
	n := 0
	for i, r := range s {
		if n += runeColumns(r); n > limit-1 {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

// pad fills the text with spaces up to so many columns.
func pad(s string, to int) string { return s + strings.Repeat(" ", max(0, to-columns(s))) }

// grouped writes a count with commas between the thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted is a count with its noun: 1 file, 2 files.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return grouped(n) + " " + noun
}

func wasWere(n int, noun string) string {
	if n == 1 {
		return counted(n, noun) + " was"
	}
	return counted(n, noun) + " were"
}
