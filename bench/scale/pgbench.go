package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

var transactions = regexp.MustCompile(`tps = ([0-9.]+) `)

// pgbench asks PostgreSQL one statement again and again, prepared, and returns how often a second.
func pgbench(ctx context.Context, target, statement string, seconds int) (perSecond float64, err error) {
	program, err := exec.LookPath("pgbench")
	if err != nil {
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench") // the pattern is well formed
		if len(found) == 0 {
			return 0, errors.New("pgbench is not installed: it comes with PostgreSQL")
		}
		program = found[len(found)-1]
	}
	script, err := os.CreateTemp("", "scale-*.sql")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.Remove(script.Name())) }()
	_, err = script.WriteString(statement + ";\n")
	if err := errors.Join(err, script.Close()); err != nil {
		return 0, err
	}
	arguments := []string{"-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", strconv.Itoa(seconds), "-f", script.Name(), target}
	out, err := exec.CommandContext(ctx, program, arguments...).CombinedOutput() //nolint:gosec // pgbench
	if err != nil {
		return 0, fmt.Errorf("pgbench: %w: %s", err, out)
	}
	tps := transactions.FindSubmatch(out)
	if tps == nil {
		return 0, fmt.Errorf("pgbench says %q", out)
	}
	return strconv.ParseFloat(string(tps[1]), 64)
}
