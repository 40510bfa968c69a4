package app

import (
	"io"
	"log/slog"

	"mentionary/internal/config"
)

// NewLogger logs as the configuration says.
func NewLogger(c *config.Config, w io.Writer) *slog.Logger {
	o := &slog.HandlerOptions{Level: c.Level()}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}
