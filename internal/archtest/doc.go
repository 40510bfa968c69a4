// Package archtest holds the import rules of docs/architecture.md as a test. It owns nothing at run time.
package archtest
