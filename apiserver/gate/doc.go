// Package gate says who asks and whether they may: it finds the session or the access token behind a request's header,
// asks the policy, and puts the viewer into the context before a call is decoded.
//
// It owns: viewers, access tokens as secrets, and what a sign-in must be like for changes that a stolen session must not
// make. It does not own: sign-in and sessions (auth), roles and scopes (policies), or whose things somebody may touch: that
// is part of the store's queries, which take a viewer as Sees and WhoseJobs put it.
package gate
