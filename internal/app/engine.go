package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"mentionary/internal/config"
	"mentionary/internal/store/database"
)

// engineParts say where the embedded Temporal server keeps its data.
type engineParts struct {
	cfg            *config.Config
	log            *slog.Logger
	file, database string
}

// Engine runs the embedded Temporal server alone until ctx ends, on a file in the data folder or on PostgreSQL.
func Engine(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	p := &engineParts{cfg: cfg, log: log, database: cfg.Database}
	if !database.IsPostgres(cfg.Database) {
		if err := os.MkdirAll(cfg.DataDir, 0o700); err != nil {
			return fmt.Errorf("make the data folder: %w", err)
		}
		p.file, p.database = cfg.TemporalFile(), ""
	}
	s, err := p.startEmbedded(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Temporal   %s\nIts pages  %s\n", s.Address(), webAddress(s.UIAddress()))
	select {
	case <-ctx.Done():
	case <-s.Done():
		err = errors.New("the embedded Temporal server stopped by itself")
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return errors.Join(err, s.Close(stop))
}

func webAddress(hostPort string) string {
	if hostPort == "" {
		return "switched off"
	}
	return "http://" + hostPort
}
