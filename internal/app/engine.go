package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"mentionary/internal/config"
)

// Engine runs the embedded Temporal server alone until ctx ends, on a file in the data folder or on PostgreSQL.
func Engine(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	if !cfg.Database.Named() {
		if err := os.MkdirAll(cfg.DataDir, 0o700); err != nil {
			return fmt.Errorf("make the data folder: %w", err)
		}
	}
	s, err := startEmbedded(ctx, cfg, log, cfg.Database, "")
	if err != nil {
		return err
	}
	defer closeEmbedded(ctx, s)
	fmt.Fprintf(out, "Temporal   %s\nIts pages  %s\n", s.Address(), webAddress(s.UIAddress()))
	return watch(ctx, s)
}

// watch waits for the end of ctx; it is an error when the embedded server stops by itself before.
func watch(ctx context.Context, s *embedded) error {
	select {
	case <-ctx.Done():
	case <-s.Done():
		if ctx.Err() == nil {
			return errors.New("the embedded Temporal server stopped by itself: its log says why")
		}
	}
	return nil
}

func closeEmbedded(ctx context.Context, s *embedded) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	_ = s.Close(ctx) // the process ends
}

func webAddress(hostPort string) string {
	if hostPort == "" {
		return "switched off"
	}
	return "http://" + hostPort
}
