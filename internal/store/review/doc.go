// Package review asks people about what the machine is not sure of, applies what they decide, and remembers it for the
// channel: doubts, rulings and their undoing, the glossary, and readers' reports.
//
// It owns what a decision changes and what takes it back. What waits is counted where mentions are counted (catalogue), and
// the next run obeys the glossary in publish and extract. Whole entities are curate's.
package review
