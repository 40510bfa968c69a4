package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// databases are the databases in the order of the table.
var databases = []string{"SQLite", "PostgreSQL"}

// printTables prints a row for each call on each database, then throughput, and how many rows reach their goal. It reports whether all do.
func printTables(out io.Writer, results map[string][]measured, rates []rate) bool {
	load, _ := os.ReadFile("/proc/loadavg") // only Linux has it
	fmt.Fprintf(out, "load %s\n\n| database | call | p50 ms | p95 ms | yard-stick ms | times | recall | MB | goal | reached |\n"+
		"|---|---|---|---|---|---|---|---|---|---|\n",
		strings.TrimSpace(string(load)))
	reached, rows := 0, 0
	for _, on := range databases {
		for _, m := range results[on] {
			yard, times, recall, memory, yes := "", "", "", "", "no"
			if m.Yard > 0 {
				yard, times = fmt.Sprintf("%.2f", m.Yard), fmt.Sprintf("%.1f", m.P50/m.Yard)
			}
			if m.Recall > 0 {
				recall = fmt.Sprintf("%.3f", m.Recall)
			}
			if m.MB > 0 {
				memory = strconv.Itoa(m.MB)
			}
			if rows++; m.Reached {
				reached++
				yes = "yes"
			}
			fmt.Fprintf(out, "| %s | %s | %.2f | %.2f | %s | %s | %s | %s | %s | %s |\n",
				on, m.Name, m.P50, m.P95, yard, times, recall, memory, m.Goal, yes)
		}
	}
	reached, rows = reached+printRates(out, rates), rows+len(rates)
	fmt.Fprintf(out, "\n%d of %d rows reach their goal\n", reached, rows)
	return reached == rows
}

// results names the file that keeps the figures of a size.
func (p place) results() string { return filepath.Join(p.folder, fmt.Sprintf("%d.json", p.size)) }

func (p place) keep(results map[string][]measured) error {
	b, err := json.MarshalIndent(results, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(p.results(), b, 0o600)
}

// printGrowth prints p50 of every call at all sizes that were measured, and by how much it grows from the smallest to the largest.
func printGrowth(out io.Writer, folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return err
	}
	var sizes []int
	bySize := map[int]map[string][]measured{}
	for _, f := range files {
		var size int
		if _, err := fmt.Sscanf(filepath.Base(f), "%d.json", &size); err != nil {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		var results map[string][]measured
		if err := json.Unmarshal(b, &results); err != nil {
			return err
		}
		sizes, bySize[size] = append(sizes, size), results
	}
	if len(sizes) == 0 {
		return fmt.Errorf("%s has no results", folder)
	}
	slices.Sort(sizes)
	fmt.Fprint(out, "| database | call |")
	for _, n := range sizes {
		fmt.Fprintf(out, " %d |", n)
	}
	fmt.Fprintf(out, " times |\n|---|---|%s---|\n", strings.Repeat("---|", len(sizes)))
	for _, on := range databases {
		for _, m := range bySize[sizes[0]][on] {
			fmt.Fprintf(out, "| %s | %s |", on, m.Name)
			last := 0.0
			for _, n := range sizes {
				i := slices.IndexFunc(bySize[n][on], func(o measured) bool { return o.Name == m.Name })
				if i < 0 {
					fmt.Fprint(out, " |")
					continue
				}
				last = bySize[n][on][i].P50
				fmt.Fprintf(out, " %.2f |", last)
			}
			fmt.Fprintf(out, " %.1f |\n", last/m.P50)
		}
	}
	return nil
}
