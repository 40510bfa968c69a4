// Package people holds accounts and what belongs to them: profiles, sessions, tokens, roles, favorites, the export of an
// account and its deletion, which reaches into every room below; and the figures and events of visitors.
//
// It does not own signing in (auth) nor what a role may do (policies).
package people
