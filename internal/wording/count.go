package wording

import "strconv"

// Count returns a number with its noun: 1 file, 2 files, 0 files.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Size says a number of bytes, in whole MiB where there is one.
func Size(bytes int64) string {
	if bytes >= 1<<20 {
		return strconv.FormatInt(bytes>>20, 10) + " MiB"
	}
	return Count(int(bytes), "byte", "bytes")
}
