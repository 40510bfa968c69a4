// Package openapi writes the OpenAPI 3.1 description of the REST face from the contract's descriptors.
//
// It owns the document: paths, parameters with the limits of their protovalidate rules, bodies, answers, schemas and the
// comments of the contract as descriptions. It does not own the routes (restgate/httprule reads the rules) and does not
// run in the product: cmd makes docs/api/openapi.yaml, which is served as it is.
//
// The text is the same for the same contract. Comments need descriptors with source information, as `buf build` makes.
package openapi
