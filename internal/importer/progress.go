package importer

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	lineColumns = 79 // one less than the narrowest usual terminal: a full line would wrap
	barColumns  = 20
	redrawEvery = 100 * time.Millisecond
	lineEvery   = time.Second
)

// progress shows how far the work is: one line drawn again on a terminal, elsewhere a line a second when something has
// changed. Safe for concurrent use.
type progress struct {
	out      io.Writer
	terminal bool
	now      func() time.Time

	mu      sync.Mutex
	at      time.Time // of the last line
	shown   string    // the line that stands there
	pending string    // a line that came too early
}

// step is a place on the way through one kind of work.
type step struct{ drawn, plain string }

func bar(verb string, done, total int, note string) step {
	filled := 0
	if total > 0 {
		filled = barColumns * done / total
	}
	counts := fmt.Sprintf("%d of %d%s", done, total, note)
	return step{
		drawn: fmt.Sprintf("%-9s [%s%s] %s", verb, strings.Repeat("=", filled), strings.Repeat(" ", barColumns-filled), counts),
		plain: verb + ": " + counts,
	}
}

// show shows the step and the thing in hand, which must be safe to print.
func (p *progress) show(s step, current string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line, every := s.plain, lineEvery
	if p.terminal {
		line, every = s.drawn, redrawEvery
	}
	if current != "" {
		line += "  " + current
	}
	line = cut(line, lineColumns)
	now := p.now()
	if line == p.shown {
		p.pending = ""
		return
	}
	if !p.at.IsZero() && now.Sub(p.at) < every {
		p.pending = line
		return
	}
	p.at = now
	p.write(line)
}

func (p *progress) write(line string) {
	p.shown, p.pending = line, ""
	if p.terminal {
		fmt.Fprint(p.out, "\r"+line+"\x1b[K")
		return
	}
	fmt.Fprintln(p.out, line)
}

// say writes a sentence on a line of its own.
func (p *progress) say(sentence string) {
	p.end()
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintln(p.out, sentence)
}

// end shows what was held back and leaves the line, so that the next kind of work begins a new one.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending != "" {
		p.write(p.pending)
	}
	if p.terminal && p.shown != "" {
		fmt.Fprintln(p.out)
	}
	p.shown, p.at = "", time.Time{}
}
