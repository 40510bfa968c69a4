package eval

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

func (f Figure) written(v float64) string {
	switch f.Unit {
	case Count:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case Number:
		return strconv.FormatFloat(v, 'f', 2, 64)
	default:
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
}

// Print writes the tables, then the names that nobody has judged.
func (r *Report) Print(out io.Writer) {
	part := ""
	for _, f := range r.Figures {
		if f.Part != part {
			part = f.Part
			fmt.Fprintf(out, "\n%s\n%-62s %10s %8s  %s\n", part, "", "value", "of", "goal")
		}
		of := ""
		if f.Of > 0 {
			of = strconv.Itoa(f.Of)
		}
		fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("%-62s %10s %8s  %s", f.Name, f.written(f.Value), of, f.Goal), " "))
	}
	printUnjudged(out, "Most mentioned names that the judged list does not know", r.Top)
	printUnjudged(out, "Learned names that the judged list does not know", r.Learned)
	for _, m := range r.Misses {
		fmt.Fprintln(out, m)
	}
}

func printUnjudged(out io.Writer, title string, names []Name) {
	first := true
	for _, n := range names {
		if n.Verdict != notJudged {
			continue
		}
		if first {
			fmt.Fprintf(out, "\n%s\n", title)
			first = false
		}
		fmt.Fprintf(out, "%s\t%s\t%d\t%s\n", n.Type, n.Name, n.Mentions, n.Verdict)
	}
}

// Compare writes two reports side by side. Figures that only one of them has are written with a dash for the other.
func Compare(out io.Writer, before, after *Report) {
	type key struct{ part, name string }
	old := map[key]Figure{}
	for _, f := range before.Figures {
		old[key{f.Part, f.Name}] = f
	}
	line := func(name, b, a, change string) { fmt.Fprintf(out, "%-62s %10s %10s %10s\n", name, b, a, change) }
	part := ""
	heading := func(f Figure) {
		if f.Part != part {
			part = f.Part
			fmt.Fprintf(out, "\n%s\n", part)
			line("", "before", "after", "change")
		}
	}
	for _, f := range after.Figures {
		heading(f)
		b, known := old[key{f.Part, f.Name}]
		if !known {
			line(f.Name, "-", f.written(f.Value), "")
			continue
		}
		delete(old, key{f.Part, f.Name})
		change := ""
		if was, is := f.written(b.Value), f.written(f.Value); was != is {
			change = f.written(f.Value - b.Value)
			if f.Value > b.Value {
				change = "+" + change
			}
		}
		line(f.Name, f.written(b.Value), f.written(f.Value), change)
	}
	for _, f := range before.Figures {
		if _, gone := old[key{f.Part, f.Name}]; gone {
			heading(f)
			line(f.Name, f.written(f.Value), "-", "")
		}
	}
}
