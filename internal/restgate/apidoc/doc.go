// Package apidoc has the parts of an OpenAPI 3.1 document that ours is made of, as values that are written and read as YAML.
//
// It owns their names and order. It does not own what is in them (restgate/openapi) or how people see them
// (apiserver/apidocs).
package apidoc
