package wording

import "fmt"

// Length is a length of time as people say it: 42 min, 1 h 5 min, 30 s. It is given in milliseconds.
func Length(ms int) string {
	switch minutes := (ms + 30_000) / 60_000; {
	case ms < 60_000:
		return fmt.Sprintf("%d s", (ms+500)/1000)
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	case minutes%60 == 0:
		return fmt.Sprintf("%d h", minutes/60)
	default:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
}
