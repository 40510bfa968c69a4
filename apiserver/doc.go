// Package apiserver serves the contract (proto/mentionary/v1) on both its faces: Connect below /mentionary.v1.* and REST
// below /api, where sign-in, uploads, the export and health live too.
//
// Each service of the contract is a struct with what it needs and no more: its store, the gate, and the narrow part of the
// workflow engine that it tells of rows it has written (engine.go; a lost call costs time only). Server wires them
// (server.go). The rooms below, none of which knows another service:
//
//   - gate: who asks, with what, and whether they may
//   - refusal: what callers are told of failures
//   - convert: rows to messages, and the sentences about states
//   - uploads, export: the two routes that carry files
//   - cached: public answers that are kept (shared.go says which and for whom)
//   - secure, spa, apidocs: headers and limits, the server of the pages, the page of the API
//
// It does not own rows (store) or workflows. What is asked is checked by protovalidate.
//
// Order of a call: kept answer, recover, gate, metrics, tracing, faults to codes, events, version of the catalogue,
// validation, handler. Ownership is never checked here by comparing ids: it is part of the store's queries.
package apiserver
