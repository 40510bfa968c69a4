// Package secure is what stands around every handler of the web port: request ids, access log, recovery from panics,
// security headers, cross-origin protection and body limits.
//
// It owns: headers of protection and their defaults, the id of a request, the one line of log per request. It does not
// own: sign-in and sessions (internal/auth), who may do what (policies), the content policy of pages (spa, auth), routes.
//
// A handler's own header always wins: defaults are added when the answer begins and only where nothing was set. Every
// writer here keeps http.Flusher and Unwrap, so streams are never held back.
package secure
