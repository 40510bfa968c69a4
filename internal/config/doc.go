// Package config is the one configuration value: flags, environment variables and a YAML file, read once into types and
// validated together, so that every problem is reported at once. Secrets never print.
//
// It owns names, defaults and validity. It does not own what is done with a value (app).
package config
