package wording

import "strconv"

// Count returns a number with its noun: 1 file, 2 files, 0 files.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
