package upload_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

// heavy are inputs that once cost more than in proportion to their size, or were the costliest of their kind: each makes
// about n bytes.
var heavy = map[string]func(n int) (name, content string){
	"closing brackets":    func(n int) (string, string) { return "a.txt", strings.Repeat(") ", n/2) },
	"brackets, no spaces": func(n int) (string, string) { return "a.txt", "x " + strings.Repeat(")", n) },
	"one word":            func(n int) (string, string) { return "a.txt", strings.Repeat("x", n) },
	"one line":            func(n int) (string, string) { return "a.txt", strings.Repeat("the same words ", n/15) },
	"short lines":         func(n int) (string, string) { return "a.txt", strings.Repeat("A b.\n\n", n/6) },
	"open tags": func(n int) (string, string) {
		return "a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("<a", n/2)
	},
	"voices": func(n int) (string, string) {
		return "a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("<v A>b", n/6)
	},
	"combining marks": func(n int) (string, string) { return "a.txt", "a" + strings.Repeat("\u0301", n/2) },
	"one time": func(n int) (string, string) {
		return "a.tsv", "start\tend\ttext\n" + strings.Repeat("5\t5\tx y\n", n/8)
	},
	"rolling captions": func(n int) (string, string) {
		var b strings.Builder
		b.WriteString("WEBVTT\n\n")
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, "%02d:%02d:%02d.000 --> %02d:%02d:%02d.900\n%s\n\n", i/3600, i/60%60, i%60, i/3600, i/60%60, i%60,
				strings.Repeat("so ", 39)+"b")
		}
		return "a.vtt", b.String()
	},
	"words as segments": func(n int) (string, string) {
		return "a.json", `{"segments":[` + strings.Repeat(`{"start":1,"end":2,"text":"so"},`, n/32) + `{"text":"x"}]}`
	},
	"unknown field": func(n int) (string, string) {
		return "a.json", `{"other":[` + strings.Repeat(`[1],`, n/4) + `1],"segments":[{"text":"x"}]}`
	},
}

// cost is the least processor time of some runs: noise only adds to it, and other programs of the machine add nothing.
func cost(t *testing.T, runs int, work func()) time.Duration {
	least := time.Duration(1<<63 - 1)
	for range runs {
		began := spent(t)
		work()
		least = min(least, spent(t)-began)
	}
	return least
}

// spent is the processor time that this process has had; tests that measure it do not run beside others.
func spent(t *testing.T) time.Duration {
	var used syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// takeApart does what the server does with a file before it is read by an extractor.
func takeApart(name, content string) {
	t, err := upload.ParseText(name, content)
	if err != nil {
		return
	}
	transcript.Chunks(t, transcript.DefaultChunkWords)
	transcript.Passages(t.Cues)
}

// times is how much more four times as much may cost: in proportion it is four, a quadratic step makes it sixteen.
const times = 9

func TestFilesCostInProportionToTheirSize(t *testing.T) {
	const small = 100_000
	for name, make := range heavy {
		file, a := make(small)
		_, b := make(4 * small)
		ratio := 0.0
		for range 3 { // a collection of garbage may fall into one of them, not three times in a row
			ratio = float64(cost(t, 4, func() { takeApart(file, b) })) / float64(cost(t, 4, func() { takeApart(file, a) }))
			if ratio <= times {
				break
			}
		}
		require.LessOrEqual(t, ratio, float64(times), "%s: four times the bytes cost %.1f times as much", name, ratio)
	}
}

// FuzzCost looks for inputs that cost more than in proportion: a text four times over against the text.
func FuzzCost(f *testing.F) {
	for _, list := range [][]string{badVTT, badSRT, badJSON, badTSV, badText} {
		for _, s := range list {
			f.Add("a.txt", s)
		}
	}
	for _, make := range heavy {
		name, content := make(300)
		f.Add(name, content)
	}
	f.Fuzz(func(t *testing.T, name, content string) {
		const least = 50_000
		if content == "" || len(content) > 10_000 {
			return
		}
		head, body, found := strings.Cut(content, "\n\n")
		if found {
			head += "\n\n"
		} else {
			head, body = "", content
		}
		if body == "" {
			return
		}
		small := head + strings.Repeat(body, least/len(body)+1)
		large := head + strings.Repeat(body, 4*(least/len(body)+1))
		for range 3 {
			if cost(t, 4, func() { takeApart(name, large) }) <= times*cost(t, 4, func() { takeApart(name, small) })+5*time.Millisecond {
				return
			}
		}
		t.Fatalf("%s: four times the bytes cost more than %d times as much: %.200q", name, times, content)
	})
}
