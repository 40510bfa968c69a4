package policies

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// The scopes of access tokens, narrowest first; each allows what those before it do. The words are stored: never rename
// one.
const (
	Read   = "read"   // what changes nothing
	Write  = "write"  // also one's own things
	Manage = "manage" // also what moderators and admins do, except to people, roles, budgets and accounts
)

// SessionOnly marks operations that no token may ever do.
const SessionOnly = "session"

// TokenScopes lists the scopes that a token can have, narrowest first.
func TokenScopes() []string { return []string{Read, Write, Manage} }

//go:embed scopes.csv
var scopesText string

// scopes reads scopes.csv once: operation -> the least scope.
var scopes = sync.OnceValues(func() (map[string]string, error) {
	out := map[string]string{}
	known := append(TokenScopes(), SessionOnly)
	n := 0
	for line := range strings.Lines(scopesText) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		scope, operation, ok := strings.Cut(line, ", ")
		switch {
		case !ok || !slices.Contains(known, scope):
			return nil, fmt.Errorf("policies/scopes.csv:%d: a line is a scope (%s), a comma and an operation", n, strings.Join(known, ", "))
		case out[operation] != "":
			return nil, fmt.Errorf("policies/scopes.csv:%d: %s has two scopes", n, operation)
		}
		out[operation] = scope
	}
	return out, nil
})

// Scope answers the least scope that an operation needs, SessionOnly when no token may do it. What no line mentions is
// for sessions only.
func (e *Enforcer) Scope(operation string) string {
	if s := e.scopes[operation]; s != "" {
		return s
	}
	return SessionOnly
}

// TokenAllows reports whether a token with the given scopes may do an operation. Unknown scopes allow nothing.
func (e *Enforcer) TokenAllows(given []string, operation string) bool {
	needed := slices.Index(TokenScopes(), e.Scope(operation))
	return needed >= 0 && slices.ContainsFunc(given, func(s string) bool { return slices.Index(TokenScopes(), s) >= needed })
}
