// Package apiserver serves the contract (proto/mentionary/v1) on both its faces: Connect below /mentionary.v1.* and REST
// below /api, where sign-in, uploads, the export and health live too.
//
// It owns: who is asking (gate.go), whether they may (policies), what is asked (protovalidate), how faults are shown
// (errors.go), and the shape of every answer (a file per service, a convert_*.go per entity). It does not own rows
// (store), workflows (it hands work to a Jobs after the row is written, and a lost call costs time only), security
// headers and request ids (apiserver/secure), entity tags and compression (internal/reply), the keeping of public answers
// (apiserver/cached; shared.go says which and for whom), the page of the API (apiserver/apidocs), or the web pages (apiserver/spa).
//
// Order of a call: kept answer, recover, gate (session or access token, policy), metrics, tracing, faults to codes, events,
// validation, handler. Ownership is never
// checked here by comparing ids: it is part of the store's queries.
package apiserver
