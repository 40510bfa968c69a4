package importer

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPlainProgressIsALineASecondAtMost(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	var out bytes.Buffer
	p := &progress{out: &out, now: func() time.Time { return now }}
	for n := range 31 { // three seconds
		p.show(bar("Sending", n, 40, ""), "")
		now = now.Add(100 * time.Millisecond)
	}
	p.show(bar("Sending", 31, 40, ""), "")
	p.end()
	p.show(bar("Analyzing", 0, 40, ""), "An episode")
	now = now.Add(time.Minute)
	p.show(bar("Analyzing", 0, 40, ""), "An episode")
	p.end()
	require.Equal(t, "Sending: 0 of 40\nSending: 10 of 40\nSending: 20 of 40\nSending: 30 of 40\nSending: 31 of 40\nAnalyzing: 0 of 40  An "+
		"episode\n", out.String())
}

func TestATerminalKeepsOneLine(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	var out bytes.Buffer
	p := &progress{out: &out, terminal: true, now: func() time.Time { return now }}
	p.show(bar("Sending", 1, 4, ""), "one.vtt")
	p.show(bar("Sending", 2, 4, ", 1 failed"), strings.Repeat("語", 80))
	p.end()
	drawn := strings.Split(out.String(), "\r")
	require.Len(t, drawn, 3)
	require.Equal(t, "Sending   [=====               ] 1 of 4  one.vtt\x1b[K", drawn[1])
	require.True(t, strings.HasSuffix(drawn[2], "…\x1b[K\n"))
	require.LessOrEqual(t, screen.StringWidth(strings.TrimSuffix(drawn[2], "\x1b[K\n")), lineColumns)
}

func TestColumns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "abc": 3, "東京": 4, "e\u0301a": 2, "ｱ": 1, "привет": 6, "שלום": 4} {
		require.Equal(t, want, screen.StringWidth(text), text)
	}
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"東京都", 6, "東京都"},
		{"東京都", 5, "東京…"},
		{"東京都", 4, "東…"},
		{"one two", 5, "one …"},
	} {
		require.Equal(t, c.want, cut(c.text, c.limit))
		require.LessOrEqual(t, screen.StringWidth(cut(c.text, c.limit)), c.limit)
	}
	require.Equal(t, "東   ", pad("東", 5))
	require.Equal(t, "long", pad("long", 2))
}

func TestGrouped(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000"} {
		require.Equal(t, want, grouped(n))
	}
}

func TestReasonsThatDifferInNumbersAreOne(t *testing.T) {
	t.Parallel()
	var s Summary
	for _, sentence := range []string{"Line 9 is broken.", "The file is empty.", "Line 120 is broken."} {
		s.refuse("name", sentence)
	}
	require.Equal(t, []Reason{{"Line 9 is broken.", 2, "name"}, {"The file is empty.", 1, "name"}}, s.Refused)
	require.Equal(t, 3, s.Files)
}
