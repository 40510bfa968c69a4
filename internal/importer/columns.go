package importer

import (
	"strconv"

	"github.com/mattn/go-runewidth"
)

// screen measures text as terminals draw it, the same under every locale.
var screen = &runewidth.Condition{StrictEmojiNeutral: true}

// cut shortens the text to so many columns and marks the place.
func cut(s string, limit int) string { return screen.Truncate(s, limit, "…") }

// pad fills the text with spaces up to so many columns.
func pad(s string, to int) string { return screen.FillRight(s, to) }

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
