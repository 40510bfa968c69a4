package extract

import "strings"

const (
	// leastToTell is how many words a text needs before it says who wrote it down.
	leastToTell = 1000
	// marksOfEditors is how many marks in a thousand words an editor sets at least.
	marksOfEditors = 1.0
)

// heardByMachine reports whether speech recognition wrote the text and nobody has edited it: people who write set quotation marks,
// brackets and dashes, machines hardly any. Names of people are misheard there more often than not. A short text tells nothing.
func heardByMachine(text string, words int) bool {
	if words < leastToTell {
		return false
	}
	marks := 0
	for _, mark := range []string{`"`, "“", "”", "„", "«", "(", ";", " - ", " -- ", "–", "—", "...", "…"} {
		marks += strings.Count(text, mark)
	}
	return float64(marks)*1000 < marksOfEditors*float64(words)
}
