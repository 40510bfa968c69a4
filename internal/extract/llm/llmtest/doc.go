// Package llmtest is an OpenAI-compatible server on loopback whose answers follow a script, for tests and trial runs.
//
// It owns: reading chat requests, scripts for models that behave well and badly, a record of every call with counted
// tokens, and the prefix cache of the big providers, played. It does not judge: tests do.
package llmtest
