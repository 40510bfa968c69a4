// Package telemetry is what the program tells about itself: metrics for Prometheus, traces for an OpenTelemetry collector.
//
// It owns the names of metrics (docs/metrics.md has the same list; a test compares them), how they are counted and where
// traces go. It gives lines of the log the id of their trace; it does not own logs (app, apiserver/secure) nor what is measured where:
// others call it. Labels have few
// values, never ids, addresses or people.
package telemetry
