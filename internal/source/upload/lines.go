package upload

import "strings"

// lines walks through the lines of a text without splitting it first: a file of line ends alone must not cost memory.
// Line ends are LF, CRLF or CR.
type lines struct {
	rest   string
	text   string // the current line without its end
	number int    // of the current line, from 1
	done   bool
}

func newLines(s string) *lines { return &lines{rest: s} }

// next goes to the next line and returns false after the last.
func (l *lines) next() bool {
	if l.done {
		return false
	}
	l.number++
	i := strings.IndexAny(l.rest, "\r\n")
	if i < 0 {
		l.text, l.rest, l.done = l.rest, "", true
		return l.text != "" || l.number == 1
	}
	l.text = l.rest[:i]
	if strings.HasPrefix(l.rest[i:], "\r\n") {
		i++
	}
	l.rest = l.rest[i+1:]
	return true
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
