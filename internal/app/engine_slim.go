//go:build slim

package app

import (
	"context"
	"errors"
	"log/slog"

	"mentionary/internal/config"
)

// Variant says which build this is.
const Variant = "slim"

// embedded is the Temporal server of one machine: this build has none.
type embedded struct{}

// Address is never asked: startEmbedded fails.
func (*embedded) Address() string { return "" }

// UIAddress is never asked: startEmbedded fails.
func (*embedded) UIAddress() string { return "" }

// Close is never asked: startEmbedded fails.
func (*embedded) Close(context.Context) error { return nil }

// Done is never asked: startEmbedded fails.
func (*embedded) Done() <-chan struct{} { return nil }

func startEmbedded(context.Context, *config.Config, *slog.Logger, config.Database, string) (*embedded, error) {
	return nil, errors.New("this is the slim build, it has no embedded Temporal server: " +
		"use serve and worker beside a Temporal cluster, or the full build")
}
