// Package config is the one configuration value: flags and environment variables, read as text and validated together, so
// that every problem is reported at once. Secrets never print.
//
// It owns names, defaults and validity. It does not own what is done with a value (app).
package config
