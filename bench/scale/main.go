package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"strings"
	"time"
)

func main() {
	if servesInstead() {
		return
	}
	size := flag.Int("size", 1000, "entities")
	folder := flag.String("dir", "", "where SQLite files and results are kept; empty: a temporary folder, removed at the end")
	server := flag.String("postgres", os.Getenv("MENTIONARY_TEST_POSTGRES"), "address of a PostgreSQL server on loopback")
	queries := flag.Int("queries", 100, "searches of each kind")
	rows := flag.String("rows", "", "measure only rows whose names match this expression; results are not kept then, and plans not read")
	seconds := flag.Int("seconds", 2, "of each round of throughput; 0 leaves it out")
	rounds := flag.Int("rounds", 5, "of throughput")
	profile := flag.String("profile", "", "file for the CPU profile of the web server whose throughput is measured")
	growth := flag.Bool("growth", false, "print the figures of all sizes that the folder has results of, and measure nothing")
	flag.Parse()
	if *growth {
		if err := printGrowth(os.Stdout, *folder); err != nil {
			log.Fatal(err)
		}
		return
	}
	only, err := regexp.Compile(*rows)
	if err != nil {
		log.Fatal(err)
	}
	reached, err := run(context.Background(), os.Stdout, place{*folder, *server, *size}, *queries, pulling{*seconds, *rounds, *profile}, only)
	if err != nil {
		log.Fatal(err)
	}
	if !reached {
		os.Exit(1)
	}
}

// run makes the databases, measures the rows that only matches on both, and prints the table; of all rows it also prints which plans scan
// or sort, and keeps the results. It reports whether all rows reach their goal.
func run(ctx context.Context, out io.Writer, at place, queries int, how pulling, only *regexp.Regexp) (
	reached bool, err error,
) {
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
	all := only.String() == ""
	results := map[string][]measured{}
	for _, on := range []struct{ name, target string }{{"SQLite", lite}, {"PostgreSQL", pg}} {
		if err := settle(ctx, on.target); err != nil {
			return false, fmt.Errorf("%s: %w", on.name, err)
		}
		if results[on.name], err = measureRows(ctx, on.name, on.target, at.size < leastOfAll, queries, only); err != nil {
			return false, fmt.Errorf("%s: %w", on.name, err)
		}
		if !all {
			continue
		}
		plans, err := readPlans(ctx, on.target)
		if err != nil {
			return false, fmt.Errorf("%s: %w", on.name, err)
		}
		for _, p := range plans {
			fmt.Fprintf(out, "%s: %s: %s\n", on.name, p.Call, strings.Join(p.Faults, ", "))
		}
	}
	if all {
		if err := at.keep(results); err != nil {
			return false, err
		}
	}
	rates, err := measureRates(ctx, pg, how, only)
	if err != nil {
		return false, err
	}
	return printTables(out, results, rates), nil
}

// leastOfAll is how many entities a directory has in which every list finds something.
const leastOfAll = 1000

// measureRows measures the rows that only matches on one database.
func measureRows(ctx context.Context, on, target string, small bool, queries int, only *regexp.Regexp) ([]measured, error) {
	out, err := measureLists(ctx, target, small, only)
	if err != nil {
		return nil, err
	}
	searches, err := measureSearch(ctx, target, queries, only)
	if err != nil {
		return nil, err
	}
	out = append(out, searches...)
	for _, row := range []struct {
		name    string
		measure func() (measured, error)
	}{
		{publishRow, func() (measured, error) { return measurePublish(ctx, on, target) }},
		{passRow, func() (measured, error) { return measurePass(ctx, target) }},
		{knownRow, func() (measured, error) { return measureKnownAll(ctx, target) }},
		{knownAfterRow, func() (measured, error) { return measureKnownAfter(ctx, target) }},
	} {
		if !only.MatchString(row.name) {
			continue
		}
		m, err := row.measure()
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}
