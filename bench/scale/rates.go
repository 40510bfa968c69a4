package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"time"

	"mentionary/internal/store"
)

// rate is a row of the table of throughput.
type rate struct {
	name            string
	perSecond, yard float64 // answers a second; yard: of pgbench, 0 where it is not asked
	cpu             float64 // microseconds of the web server for an answer
	p50, p99        float64 // milliseconds
	goal            string
	reached         bool
}

// pulling says how throughput is measured: as the median of rounds in which ours and pgbench run in turns.
type pulling struct {
	seconds, rounds int    // no seconds: not at all
	profile         string // a file for the CPU profile of the web server, or ""
}

// slowest is what the slowest hundredth of kept answers may take, in milliseconds.
const slowest = 10.0

// shownOfEntity are the columns of an entity that an answer holds.
const shownOfEntity = `id, type, name, description, slug, mention_count, episode_count, recommender_count, talked_count, topic,
	author, company, country, title, field, category`

// list is a list of books that is asked for at full speed.
type list struct {
	name  string
	rows  int
	anew  bool    // each question is one that nobody asked before, so that no answer is kept
	times float64 // of pgbench
}

var lists = []list{
	{"12 books, kept", few, false, 1},
	{"100 books, kept", many, false, 2},
	{"12 books, asked anew", few, true, .45},
	{"100 books, asked anew", many, true, .75},
}

// yard is what pgbench asks: the rows that our list reads, or, where ours has to make JSON of them each time, JSON.
func (l list) yard() string {
	if !l.anew {
		return ofBooks + byCount + fmt.Sprint(l.rows+1)
	}
	return `SELECT coalesce(json_agg(x), '[]') FROM (SELECT ` + shownOfEntity + ` FROM entities WHERE type = 'book' AND` + listed + byCount +
		fmt.Sprint(l.rows) + `) x`
}

// question is what ours is asked. Of a parameter that comes twice the last one counts, and the other makes it another question.
func (l list) question(round, connection, n int) string {
	path := fmt.Sprintf("/api/entities?type=book&limit=%d", l.rows)
	if l.anew {
		path += fmt.Sprintf("&search=%d-%d-%d&search=", round, connection, n)
	}
	return path
}

const seenRow = "a write is seen by two servers"

// seenWithin is when every server has to tell what was committed.
const seenWithin = time.Second

// measureRates measures what web servers on PostgreSQL answer in a second.
func measureRates(ctx context.Context, target string, how pulling, only *regexp.Regexp) (out []rate, err error) {
	if how.seconds == 0 {
		return nil, nil
	}
	folder, err := os.MkdirTemp("", "scale-serve")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	server, err := startServer(ctx, target, folder, how.profile)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	for _, l := range lists {
		if only.MatchString(l.name) {
			r, err := how.measure(ctx, target, server, l)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.name, err)
			}
			out = append(out, r)
		}
	}
	if only.MatchString(seenRow) {
		other, err := startServer(ctx, target, folder, "")
		if err != nil {
			return nil, err
		}
		r, err := measureSeen(ctx, target, server, other)
		if err := errors.Join(err, other.stop()); err != nil {
			return nil, fmt.Errorf("%s: %w", seenRow, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// measure asks for a list at full speed, in turns with pgbench.
func (how pulling) measure(ctx context.Context, target string, server *webServer, l list) (rate, error) {
	var own, yard, cpu, p50, p99, ratio []float64
	for round := range how.rounds {
		plain, err := pgbench(ctx, target, l.yard(), how.seconds)
		if err != nil {
			return rate{}, err
		}
		before := server.spent()
		got, err := pull(ctx, server.address, func(connection, n int) string { return l.question(round, connection, n) },
			time.Duration(how.seconds)*time.Second)
		if err != nil {
			return rate{}, err
		}
		cpu = append(cpu, float64((server.spent()-before).Microseconds())/float64(len(got.took)))
		own, yard, ratio = append(own, got.perSecond), append(yard, plain), append(ratio, got.perSecond/plain)
		p50, p99 = append(p50, milliseconds(got.took.at(.5))), append(p99, milliseconds(got.took.at(.99)))
	}
	out := rate{
		name: l.name, perSecond: median(own), yard: median(yard), p50: median(p50), p99: median(p99), cpu: median(cpu),
		goal: fmt.Sprintf(">= %.2f times", l.times), reached: median(ratio) >= l.times,
	}
	if !l.anew {
		out.goal += fmt.Sprintf(", p99 <= %.0f ms", slowest)
		out.reached = out.reached && out.p99 <= slowest
	}
	return out, nil
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// measureSeen publishes from this process and measures how long after the commit all servers tell of it.
func measureSeen(ctx context.Context, target string, servers ...*webServer) (out rate, err error) {
	s, err := store.Open(ctx, target)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	const latest = "/api/episodes?limit=1"
	before := map[*webServer]string{}
	for _, w := range servers {
		body, err := w.get(ctx, latest)
		if err != nil {
			return out, err
		}
		before[w] = string(body)
	}
	var took timing
	err = publishSome(ctx, s, target, func(int, time.Duration) error {
		at := time.Now()
		for _, w := range servers {
			for old := before[w]; before[w] == old; {
				body, err := w.get(ctx, latest)
				if err != nil {
					return err
				}
				before[w] = string(body)
				if time.Since(at) > endless {
					return errors.New("a server never tells what was written")
				}
			}
		}
		took = append(took, time.Since(at))
		return nil
	})
	if err != nil {
		return out, err
	}
	out = rate{
		name: seenRow, p50: milliseconds(took.at(.5)), p99: milliseconds(took.at(.99)),
		goal: fmt.Sprintf("p99 <= %d ms", seenWithin.Milliseconds()),
	}
	out.reached = out.p99 <= milliseconds(seenWithin)
	return out, nil
}

// printRates prints the table of throughput. It returns how many rows reach their goal.
func printRates(out io.Writer, rates []rate) (reached int) {
	if len(rates) == 0 {
		return 0
	}
	fmt.Fprintf(out, "\n%d connections\n\n| PostgreSQL | a second | pgbench | times | CPU µs | p50 ms | p99 ms | goal | reached |\n"+
		"|---|---|---|---|---|---|---|---|---|\n", connections)
	for _, r := range rates {
		speed, yes := " | | | ", "no"
		if r.yard > 0 {
			speed = fmt.Sprintf("%.0f | %.0f | %.2f | %.0f", r.perSecond, r.yard, r.perSecond/r.yard, r.cpu)
		}
		if r.reached {
			reached++
			yes = "yes"
		}
		fmt.Fprintf(out, "| %s | %s | %.2f | %.2f | %s | %s |\n", r.name, speed, r.p50, r.p99, r.goal, yes)
	}
	return reached
}
