package openapi_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// operation is a call as the committed document describes it.
type operation struct {
	path, verb  string
	OperationID string `yaml:"operationId"`
	Summary     string
	Description string
	Needs       string `yaml:"x-needs"`
	Tags        []string
	Security    []map[string][]string
	Parameters  []struct {
		Name, In, Description string
		Required              bool
		Schema, Example       any
	}
	RequestBody *struct {
		Content map[string]struct{ Schema, Example any }
	} `yaml:"requestBody"`
	Responses map[string]struct {
		Ref     string `yaml:"$ref"`
		Content map[string]struct{ Schema, Example any }
	}
}

// committed reads the document that the server hands out.
func committed(t *testing.T) (ops []operation, doc map[string]any) {
	t.Helper()
	raw, err := os.ReadFile("../../../docs/api/openapi.yaml")
	require.NoError(t, err)
	var typed struct {
		Paths map[string]map[string]operation
	}
	require.NoError(t, yaml.Unmarshal(raw, &typed))
	for path, verbs := range typed.Paths {
		for verb, op := range verbs {
			op.path, op.verb = path, verb
			ops = append(ops, op)
		}
	}
	return ops, parse(t, raw)
}

// validator checks values against schemas of the document.
type validator struct {
	*testing.T
	schemas any
}

// asJSON moves the references of a schema to where a JSON Schema of its own keeps its definitions.
func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return []byte(strings.ReplaceAll(string(raw), "#/components/schemas/", "#/$defs/"))
}

func (v validator) check(what string, schema, example any) {
	v.Helper()
	whole := map[string]any{"$defs": v.schemas, "allOf": []any{schema}}
	var s jsonschema.Schema
	require.NoError(v, json.Unmarshal(asJSON(v.T, whole), &s), what)
	resolved, err := s.Resolve(nil)
	require.NoError(v, err, what)
	var value any
	require.NoError(v, json.Unmarshal(asJSON(v.T, example), &value), what)
	require.NoError(v, resolved.Validate(value), what)
}

func TestEveryOperationIsDescribedWithExamples(t *testing.T) {
	t.Parallel()
	ops, doc := committed(t)
	require.Greater(t, len(ops), 55)
	v := validator{t, at(t, doc, "components", "schemas")}
	ids := map[string]bool{}
	for _, op := range ops {
		what := op.verb + " " + op.path
		require.False(t, ids[op.OperationID], "%s is there twice", op.OperationID)
		ids[op.OperationID] = true
		require.NotEmpty(t, op.Summary, what)
		require.NotEmpty(t, op.Description, what)
		require.Len(t, op.Tags, 1, what)
		require.Contains(t, []string{"anonymous", "user", "moderator", "admin"}, op.Needs, what)
		require.NotEmpty(t, op.Security, what)
		for _, p := range op.Parameters {
			require.NotEmpty(t, p.Description, "%s: %s", what, p.Name)
			require.NotNil(t, p.Example, "%s: %s", what, p.Name)
			v.check(what+": "+p.Name, p.Schema, p.Example)
		}
		if op.RequestBody != nil {
			for kind, body := range op.RequestBody.Content {
				require.NotNil(t, body.Example, what)
				if kind == "application/json" {
					v.check(what+" request", body.Schema, body.Example)
				}
			}
		}
		answer := op.Responses["200"].Content["application/json"]
		v.check(what+" answer", answer.Schema, answer.Example)
	}
}

func TestFailuresAreThoseThatCanOccur(t *testing.T) {
	t.Parallel()
	ops, doc := committed(t)
	for _, op := range ops {
		what := op.verb + " " + op.path
		_, unauthenticated := op.Responses["401"]
		require.Equal(t, op.Needs != "anonymous", unauthenticated, what)
		_, denied := op.Responses["403"]
		if op.verb != "get" || op.Needs == "moderator" || op.Needs == "admin" {
			require.True(t, denied, what)
		}
		_, notFound := op.Responses["404"]
		require.True(t, notFound || !strings.Contains(op.path, "{"), what)
		for _, status := range []string{"413", "415"} {
			_, there := op.Responses[status]
			require.Equal(t, op.RequestBody != nil, there, "%s: %s", what, status)
		}
		require.Contains(t, op.Responses, "default", what)
	}
	v := validator{t, at(t, doc, "components", "schemas")}
	for name := range at(t, doc, "components", "responses").(map[string]any) { //nolint:forcetypeassert // it is a mapping or the test fails
		content := at(t, doc, "components", "responses", name, "content", "application/json")
		v.check(name, at(t, content, "schema"), at(t, content, "example"))
	}
}

func TestTheDocumentHoldsTogether(t *testing.T) {
	t.Parallel()
	ops, doc := committed(t)
	require.Equal(t, "3.1.0", doc["openapi"])
	var tags []string
	for _, tag := range doc["tags"].([]any) { //nolint:forcetypeassert // it is a list or the test fails
		name, _ := at(t, tag, "name").(string)
		tags = append(tags, name)
	}
	schemes, _ := at(t, doc, "components", "securitySchemes").(map[string]any)
	variable := regexp.MustCompile(`\{([^}]+)\}`)
	for _, op := range ops {
		require.Contains(t, tags, op.Tags[0])
		var inPath, named []string
		for _, found := range variable.FindAllStringSubmatch(op.path, -1) {
			inPath = append(inPath, found[1])
		}
		for _, p := range op.Parameters {
			if p.In == "path" {
				require.True(t, p.Required)
				named = append(named, p.Name)
			}
		}
		slices.Sort(inPath)
		slices.Sort(named)
		require.Equal(t, inPath, named, op.path)
		for _, way := range op.Security {
			for scheme := range way {
				require.Contains(t, schemes, scheme)
			}
		}
		for status, response := range op.Responses {
			if response.Ref != "" {
				at(t, doc, strings.Split(strings.TrimPrefix(response.Ref, "#/"), "/")...)
			}
			require.Regexp(t, `^([1-5]\d\d|default)$`, status)
		}
	}
}

func TestTheExampleCheckCanFail(t *testing.T) {
	t.Parallel()
	_, doc := committed(t)
	defs, err := json.Marshal(at(t, doc, "components", "schemas"))
	require.NoError(t, err)
	var s jsonschema.Schema
	require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(`{"$defs":`+string(defs)+`,"$ref":"#/$defs/Error"}`, "#/components/schemas/",
		"#/$defs/")), &s))
	resolved, err := s.Resolve(nil)
	require.NoError(t, err)
	require.NoError(t, resolved.Validate(map[string]any{"code": "x", "message": "y"}))
	require.Error(t, resolved.Validate(map[string]any{"code": 7, "message": "y"}))
	require.Error(t, resolved.Validate(map[string]any{"code": "x"}))
}
