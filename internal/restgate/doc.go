// Package restgate serves the google.api.http rules of Connect services as plain JSON over HTTP.
//
// A REST call is decoded into the request message (query, then body, then path), handed to the Connect handler in
// process as a unary call, and its answer, which Interceptor hands over as a message, is written as JSON. Authentication,
// policy, validation and tracing live in the Connect handler, so they run once and are the same for both faces.
//
// It owns: routes and their methods, reading parameters and bodies, the JSON of answers, the JSON of errors.
// It does not own: who may call what (policies), rules on values (protovalidate in the handler), security headers,
// request ids and recovery from panics (apiserver/secure), compression and entity tags (internal/reply).
//
// JSON of answers: every field of a message is written, in the order of the contract; what is unset is null, an empty
// list is [] (restgate/fulljson). A rule's response_body picks one field: a list becomes a bare array, an unset message
// null. An answer with a field "total" also sets X-Total-Count.
//
// Limits: rules as restgate/httprule supports them. Messages in the query are ignored like unknown parameters. Bodies nest
// at most 64 deep.
package restgate
