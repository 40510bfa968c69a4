package app

import (
	"io"
	"log/slog"

	"mentionary/apiserver/secure"
	"mentionary/internal/config"
	"mentionary/internal/telemetry"
)

// NewLogger logs as the configuration says. Lines within a request carry its id, lines within a trace the trace's.
func NewLogger(c *config.Config, w io.Writer) *slog.Logger {
	o := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogFormat == "json" {
		return slog.New(secure.LogHandler(telemetry.LogHandler(slog.NewJSONHandler(w, o))))
	}
	return slog.New(secure.LogHandler(telemetry.LogHandler(slog.NewTextHandler(w, o))))
}
