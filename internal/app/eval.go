package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"syscall"
	"time"

	"mentionary/internal/config"
	"mentionary/internal/eval"
)

// Evaluation says what `mentionary eval` does.
type Evaluation struct {
	Paths   []string // the folder with data, or two reports to compare
	Compare bool
	Judged  string
	Only    []string
	JSON    string // file for the report
	Details bool
	Fit     bool
}

// Eval measures what a reader sees of the data in a folder, through imports into instances of its own, or compares two
// measurements. What the installation holds is neither read nor changed, and nobody but the model is asked anything.
func Eval(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer, e Evaluation) error {
	if e.Compare {
		return compareReports(out, e.Paths)
	}
	if len(e.Paths) > 1 {
		return errors.New("name one folder: mentionary eval DIR")
	}
	o := eval.Options{
		Judged: e.Judged, Only: e.Only, Details: e.Details, Fit: e.Fit, Version: Version, Model: cfg.Model.Name, Prices: cfg.Model.PriceList(),
		Out: out, Clock: computingTime,
		Import: func(ctx context.Context, folder string, show func(string) error) error {
			return importForEval(ctx, cfg, log, folder, show)
		},
	}
	if len(e.Paths) == 1 {
		o.Data = e.Paths[0]
	}
	report, err := eval.Run(ctx, o)
	if err != nil {
		return err
	}
	report.Print(out)
	if e.JSON != "" {
		return report.Save(e.JSON)
	}
	return nil
}

func compareReports(out io.Writer, paths []string) error {
	if len(paths) != 2 {
		return errors.New("name two reports: mentionary eval --compare before.json after.json")
	}
	before, err := eval.Load(paths[0])
	if err != nil {
		return err
	}
	after, err := eval.Load(paths[1])
	if err != nil {
		return err
	}
	eval.Compare(out, before, after)
	return nil
}

// importForEval imports a folder into a new instance and shows its database once the instance has ended.
func importForEval(ctx context.Context, cfg *config.Config, log *slog.Logger, folder string, show func(string) error) error {
	dir, err := os.MkdirTemp("", "mentionary-eval-data-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	own := *cfg
	own.DataDir, own.Database = dir, config.Database{}
	err = withInstance(ctx, &own, log, starting{offAir: true}, func(ctx context.Context, i *instance) error {
		if err := importInto(ctx, i, io.Discard, []string{folder}, nil); err != nil {
			return err
		}
		return settle(ctx, i)
	})
	if err != nil {
		return fmt.Errorf("import %s: %w", folder, err)
	}
	return show(own.SQLite())
}

const settling = time.Second // between two looks

// settle waits until earlier episodes were read again with what later ones taught: before that readers see a directory in passing.
func settle(ctx context.Context, i *instance) error {
	t := time.NewTicker(settling)
	defer t.Stop()
	for {
		settled, err := i.settled(ctx)
		if err != nil || settled {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}

// computingTime is how long the processor has worked for this process.
func computingTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
