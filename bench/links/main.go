package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	if ok, err := playsAPart(); ok {
		if err != nil {
			log.Fatal(err)
		}
		return
	}
	links := flag.Int("links", 100_000, "links of each round")
	rounds := flag.Int("rounds", 3, "ours and the bare client in turns")
	flag.Parse()
	reached, err := run(context.Background(), os.Stdout, *links, *rounds)
	if err != nil {
		log.Fatal(err)
	}
	if !reached {
		os.Exit(1)
	}
}

// order says what a process shall do.
type order struct {
	Part   string // "origin", "ours" or "bare"
	Origin string // port
	First  int    // host
	Links  int
	AtOnce int
	Path   string
}

// result is what a process that asked found out about itself.
type result struct {
	PerSecond float64
	Valid     int
	MB        float64 // the most that was resident
	CPU       float64 // microseconds a link
}

// orderName carries an order in the environment of a process.
const orderName = "MENTIONARY_LINKS_ORDER"

// playsAPart does what a process is ordered, and reports whether it was ordered anything.
func playsAPart() (bool, error) {
	text := os.Getenv(orderName)
	if text == "" {
		return false, nil
	}
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return true, err
	}
	if o.Part == "origin" {
		return true, serveOrigin()
	}
	r, err := ask(o)
	if err != nil {
		return true, err
	}
	return true, json.NewEncoder(os.Stdout).Encode(r)
}

// start starts this program again with an order.
func start(ctx context.Context, o order) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self) //nolint:gosec // this program
	cmd.Env = append(os.Environ(), orderName+"="+string(text))
	cmd.Stderr = os.Stderr
	return cmd, nil
}

// mostAtOnce is how many requests we allow ourselves at one host.
const mostAtOnce = 2

// Goals of BENCHMARKS.md, B5. On a machine that origin and client share, the bare client says what is possible.
const (
	goalPerSecond = 15_000
	goalMB        = 100
)

// kind is a kind of links that are measured.
type kind struct {
	name, path string
	atOnce     int
	part       int // of the links: the slower ones get fewer
}

// The pages that hosts have.
const homePage, otherPage = "/", "/page"

// A home page takes one request. Any other page takes two, at least a second apart: the second asks its host for a page that cannot exist.
var kinds = []kind{
	{"home pages", homePage, 256, 1},
	{"home pages", homePage, 1024, 1},
	{"pages", otherPage, 256, 20},
	{"pages", otherPage, 2048, 5},
}

// run measures all kinds and prints the table. It reports whether links of one request are checked as fast as they shall.
func run(ctx context.Context, out io.Writer, links, rounds int) (reached bool, err error) {
	o, err := startOrigin(ctx)
	if err != nil {
		return false, err
	}
	load, _ := os.ReadFile("/proc/loadavg") // only Linux has it
	fmt.Fprintf(out, "load %s\n\n| links | at once | a second | bare | times | MB | bare MB | CPU µs | bare CPU µs |\n"+
		"|---|---|---|---|---|---|---|---|---|\n",
		strings.TrimSpace(string(load)))
	best, most, host := 0.0, 0.0, 1
	for _, k := range kinds {
		var ours, bare []result
		for range rounds {
			for _, asks := range []struct {
				part string
				all  *[]result
			}{{"ours", &ours}, {"bare", &bare}} {
				n := max(1, links/k.part)
				r, err := one(ctx, order{Part: asks.part, Origin: o.port, First: host, Links: n, AtOnce: k.atOnce, Path: k.path})
				if err != nil {
					return false, err
				}
				host += n
				*asks.all = append(*asks.all, r)
			}
		}
		per, yard := median(ours, func(r result) float64 { return r.PerSecond }), median(bare, func(r result) float64 { return r.PerSecond })
		mb, cpu := func(r result) float64 { return r.MB }, func(r result) float64 { return r.CPU }
		fmt.Fprintf(out, "| %s | %d | %.0f | %.0f | %.2f | %.0f | %.0f | %.0f | %.0f |\n", k.name, k.atOnce, per, yard, per/yard,
			median(ours, mb), median(bare, mb), median(ours, cpu), median(bare, cpu))
		if k.path == homePage {
			best, most = max(best, per), max(most, median(ours, mb))
		}
	}
	noted, err := o.stop()
	if err != nil {
		return false, err
	}
	fmt.Fprintf(out, "\n%d requests of ours; most at one host at once: %d; less than %s after the one before: %d\n",
		noted.Requests, noted.AtOnce, soon, noted.Soon)
	fmt.Fprintf(out, "goal: >= %d a second, <= %d MB: %.0f and %.0f\n", goalPerSecond, goalMB, best, most)
	if noted.AtOnce > mostAtOnce {
		return false, errors.New("a host was asked more often at once than it shall be")
	}
	return best >= goalPerSecond && most <= goalMB, nil
}

// one has a process ask.
func one(ctx context.Context, o order) (r result, err error) {
	cmd, err := start(ctx, o)
	if err != nil {
		return r, err
	}
	text, err := cmd.Output()
	if err != nil {
		return r, fmt.Errorf("%s: %w", o.Part, err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, err
	}
	if r.Valid != o.Links {
		return r, fmt.Errorf("%s: %d of %d links answered", o.Part, r.Valid, o.Links)
	}
	return r, nil
}

func median(of []result, figure func(result) float64) float64 {
	all := make([]float64, 0, len(of))
	for _, r := range of {
		all = append(all, figure(r))
	}
	slices.Sort(all)
	return all[len(all)/2]
}
