//go:build !slim

package app

import (
	"context"
	"log/slog"

	"mentionary/internal/config"
	"mentionary/internal/devstack/temporal"
)

// Variant says which build this is.
const Variant = "full"

// embedded is the Temporal server of one machine.
type embedded = temporal.Server

// startEmbedded starts Temporal on a database, or on a file in the data folder when none is named. Its pages know the path under
// which they are shown; empty means the root.
func startEmbedded(ctx context.Context, cfg *config.Config, log *slog.Logger, database config.Database, path string) (*embedded, error) {
	o := temporal.Options{
		Database: database.Reveal(), Address: cfg.Temporal.Address.String(), UIAddress: cfg.Temporal.UI.String(),
		UIPublicPath: path,
		Namespace:    cfg.Temporal.Namespace, Logger: log,
	}
	if !database.Named() {
		o.File = cfg.TemporalFile()
	}
	nameBuild()
	return temporal.Start(ctx, o)
}
