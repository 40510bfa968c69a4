package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"
)

// StartTraces sends traces to an OpenTelemetry collector at an address such as http://127.0.0.1:4318; an empty one keeps
// them off. client makes the connections. The returned function sends what is left.
func StartTraces(ctx context.Context, address, version string, client *http.Client) (stop func(context.Context) error, err error) {
	otel.SetTextMapPropagator(propagation.TraceContext{})
	if address == "" {
		return func(context.Context) error { return nil }, nil
	}
	out, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(address+"/v1/traces"), otlptracehttp.WithHTTPClient(client))
	if err != nil {
		return nil, fmt.Errorf("send traces to %s: %w", address, err)
	}
	p := trace.NewTracerProvider(trace.WithBatcher(out), trace.WithResource(resource.NewSchemaless(
		attribute.String("service.name", "mentionary"), attribute.String("service.version", version))))
	otel.SetTracerProvider(p)
	return p.Shutdown, nil
}

// LogHandler adds the id of the trace to every record that is logged within one, so that a line of the log leads to its
// trace and back.
func LogHandler(h slog.Handler) slog.Handler { return traceHandler{h} }

type traceHandler struct{ slog.Handler }

// Handle, WithAttrs and WithGroup make traceHandler a slog.Handler that survives derived loggers.
func (h traceHandler) Handle(ctx context.Context, r slog.Record) error {
	if s := oteltrace.SpanContextFromContext(ctx); s.IsSampled() {
		r = r.Clone()
		r.AddAttrs(slog.String("trace_id", s.TraceID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

func (h traceHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return traceHandler{h.Handler.WithAttrs(attrs)}
}

func (h traceHandler) WithGroup(name string) slog.Handler {
	return traceHandler{h.Handler.WithGroup(name)}
}
