// Package httprule reads the google.api.http rules of a method from its descriptor.
//
// It owns which rules are supported and what they mean; restgate serves them and restgate/openapi documents them, so both
// read the same. It does not own requests or answers.
//
// Limits: path templates are made of literal segments and {field} segments of the top level, a body is the whole request
// or one message field, and methods that stream are refused.
package httprule
