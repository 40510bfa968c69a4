package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"
)

func main() {
	size := flag.Int("size", 1000, "entities")
	folder := flag.String("dir", "", "where SQLite files and results are kept; empty: a temporary folder, removed at the end")
	server := flag.String("postgres", os.Getenv("MENTIONARY_TEST_POSTGRES"), "address of a PostgreSQL server on loopback")
	queries := flag.Int("queries", 100, "searches of each kind")
	growth := flag.Bool("growth", false, "print the figures of all sizes that the folder has results of, and measure nothing")
	flag.Parse()
	if *growth {
		if err := printGrowth(os.Stdout, *folder); err != nil {
			log.Fatal(err)
		}
		return
	}
	reached, err := run(context.Background(), os.Stdout, place{*folder, *server, *size}, *queries)
	if err != nil {
		log.Fatal(err)
	}
	if !reached {
		os.Exit(1)
	}
}

// run makes the databases, measures both, and prints which plans scan or sort, and the table. It reports whether all rows reach their goal.
func run(ctx context.Context, out io.Writer, at place, queries int) (reached bool, err error) {
	if at.folder == "" {
		if at.folder, err = os.MkdirTemp("", "mentionary-scale"); err != nil {
			return false, err
		}
		defer func() { _ = os.RemoveAll(at.folder) }()
	}
	begun := time.Now()
	lite, pg, err := at.seed(ctx)
	if err != nil {
		return false, err
	}
	fmt.Fprintf(out, "%d entities, seeded or found in %s\n", at.size, time.Since(begun).Round(time.Second))
	results := map[string][]measured{}
	for _, on := range []struct{ name, target string }{{"SQLite", lite}, {"PostgreSQL", pg}} {
		lists, err := measureLists(ctx, on.target)
		if err != nil {
			return false, fmt.Errorf("%s: %w", on.name, err)
		}
		searches, err := measureSearch(ctx, on.target, queries)
		if err != nil {
			return false, fmt.Errorf("%s: %w", on.name, err)
		}
		written, err := measurePublish(ctx, on.name, on.target)
		if err != nil {
			return false, fmt.Errorf("%s: %w", on.name, err)
		}
		passed, err := measurePass(ctx, on.target)
		if err != nil {
			return false, fmt.Errorf("%s: %w", on.name, err)
		}
		results[on.name] = append(append(lists, searches...), written, passed)
		plans, err := readPlans(ctx, on.target)
		if err != nil {
			return false, fmt.Errorf("%s: %w", on.name, err)
		}
		for _, p := range plans {
			fmt.Fprintf(out, "%s: %s: %s\n", on.name, p.Call, strings.Join(p.Faults, ", "))
		}
	}
	if err := at.keep(results); err != nil {
		return false, err
	}
	return printTable(out, results), nil
}
