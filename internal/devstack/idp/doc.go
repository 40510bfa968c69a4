// Package idp is the development identity provider: a small OpenID Connect provider with preset people and no passwords,
// so that `mentionary run` and the tests sign in through the same code as production.
//
// It owns: the preset people, the page that lists them, the authorization-code flow with PKCE in memory. It does not own:
// accounts, roles and sessions (internal/auth and the store); the Role of a preset person is only a hint for the wiring.
//
// Anybody who reaches it can become anybody, so New refuses an issuer that is not on a loopback address. The caller keeps
// the listener on loopback too and puts auth.LoopbackHosts in front of it.
package idp
