// Package auth signs people in through an OpenID Connect provider and keeps their sessions.
//
// It owns: the sign-in flow with every check on the provider's answers (SECURITY.md, "Sign-in and sessions"), the two
// cookies, the lifetime rules of sessions, sign-out, and the small pages that go with them. It works with any provider.
//
// It does not own: storage (the Sessions interface is implemented by the store), permissions (roles are carried, never
// judged), and connections (the HTTP client is handed in; the outbound package makes it).
//
// Files: auth.go options; provider.go discovery; login.go, callback.go, verify.go the flow; attempt.go its cookie;
// session.go sessions; logout.go; returnto.go; loopback.go; page.go.
package auth
