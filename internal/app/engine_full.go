//go:build !slim

package app

import (
	"context"

	"mentionary/internal/devstack/temporal"
)

// Variant says which build this is.
const Variant = "full"

// embedded is the Temporal server of one machine.
type embedded struct{ *temporal.Server }

// startEmbedded starts Temporal on a file, or on PostgreSQL when database is not empty.
func (p *engineParts) startEmbedded(ctx context.Context) (*embedded, error) {
	s, err := temporal.Start(ctx, temporal.Options{
		File: p.file, Database: p.database, Address: p.cfg.Temporal.Address, UIAddress: p.cfg.Temporal.UI,
		Namespace: p.cfg.Temporal.Namespace, Logger: p.log,
	})
	if err != nil {
		return nil, err
	}
	return &embedded{s}, nil
}
