// Package api holds the description of the REST API for the server to serve; it is generated from the contract.
package api

import _ "embed"

// OpenAPI is the description in OpenAPI's YAML form.
//
//go:embed openapi.yaml
var OpenAPI []byte
