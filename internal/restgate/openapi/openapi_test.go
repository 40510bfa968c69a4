package openapi_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"google.golang.org/genproto/googleapis/api/annotations"

	_ "mentionary/gen/go/mentionary/v1" // registers the contract
	"mentionary/internal/restgate/httprule"
	"mentionary/internal/restgate/openapi"
)

func contract() (files []protoreflect.FileDescriptor) {
	protoregistry.GlobalFiles.RangeFilesByPackage("mentionary.v1", func(f protoreflect.FileDescriptor) bool {
		files = append(files, f)
		return true
	})
	return files
}

func parse(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var doc map[string]any
	require.NoError(t, yaml.Unmarshal(raw, &doc))
	return doc
}

// at walks down a parsed document.
func at(t *testing.T, doc any, keys ...string) any {
	t.Helper()
	for _, k := range keys {
		m, ok := doc.(map[string]any)
		require.True(t, ok, "%s in %v", k, doc)
		require.Contains(t, m, k)
		doc = m[k]
	}
	return doc
}

// withoutComments drops descriptions, which the linked descriptors do not have. Properties of that name are no strings.
func withoutComments(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, child := range v {
			if _, isText := child.(string); k == "description" && isText {
				delete(v, k)
				continue
			}
			v[k] = withoutComments(child)
		}
	case []any:
		for i := range v {
			v[i] = withoutComments(v[i])
		}
	}
	return v
}

func TestTheCommittedDocumentIsFresh(t *testing.T) {
	t.Parallel()
	committed, err := os.ReadFile("../../../docs/api/openapi.yaml")
	require.NoError(t, err)
	fresh, err := openapi.Generate(contract())
	require.NoError(t, err)
	require.Equal(t, withoutComments(parse(t, fresh)), withoutComments(parse(t, committed)), "run the generator again")
	require.Contains(t, string(committed), "ListEntities returns entities with published mentions", "comments of the contract are there")
}

func TestTheTextIsAlwaysTheSame(t *testing.T) {
	t.Parallel()
	first, err := openapi.Generate(contract())
	require.NoError(t, err)
	for range 5 {
		again, err := openapi.Generate(contract())
		require.NoError(t, err)
		require.Equal(t, string(first), string(again))
	}
}

func TestEveryRouteAndReferenceIsThere(t *testing.T) {
	t.Parallel()
	raw, err := openapi.Generate(contract())
	require.NoError(t, err)
	doc := parse(t, raw)
	routes := 0
	for _, f := range contract() {
		for i := range f.Services().Len() {
			for j := range f.Services().Get(i).Methods().Len() {
				rts, err := httprule.Of(f.Services().Get(i).Methods().Get(j))
				require.NoError(t, err)
				for _, rt := range rts {
					path := rt.Path
					for _, v := range rt.Vars {
						path = strings.ReplaceAll(path, "{"+string(v.Name())+"}", "{"+v.JSONName()+"}")
					}
					at(t, doc, "paths", path, strings.ToLower(rt.Verb), "responses", "200")
					routes++
				}
			}
		}
	}
	require.Greater(t, routes, 20)
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				at(t, doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
			}
			for _, child := range v {
				walk(child)
			}
		case []any:
			for _, child := range v {
				walk(child)
			}
		}
	}
	walk(doc)
}

func TestLimitsNullsAndLists(t *testing.T) {
	t.Parallel()
	raw, err := openapi.Generate(contract())
	require.NoError(t, err)
	doc := parse(t, raw)
	get := at(t, doc, "paths", "/api/entities", "get")
	byName := map[string]map[string]any{}
	parameters, _ := at(t, get, "parameters").([]any)
	for _, p := range parameters {
		m, _ := p.(map[string]any)
		name, _ := m["name"].(string)
		byName[name] = m
	}
	require.Equal(t, map[string]any{"type": "integer", "format": "int32", "minimum": 0, "maximum": 1000}, byName["limit"]["schema"])
	require.Equal(t, map[string]any{"type": "string", "maxLength": 200}, byName["search"]["schema"])
	require.Equal(t, []any{"", "mentions", "name", "author", "company", "country", "episodes", "recent", "recommended"},
		at(t, byName["sort"], "schema", "enum"))
	require.Contains(t, byName, "withEpisodes")
	require.NotContains(t, byName["limit"], "required")
	require.Equal(t, "array", at(t, get, "responses", "200", "content", "application/json", "schema", "type"))
	require.Contains(t, at(t, get, "responses", "200", "headers"), "X-Total-Count")

	entity := at(t, doc, "components", "schemas", "Entity")
	require.Equal(t, []any{"string", "null"}, at(t, entity, "properties", "description", "type"))
	require.Equal(t, "string", at(t, entity, "properties", "name", "type"))
	require.Len(t, at(t, entity, "required"), len(at(t, entity, "properties").(map[string]any)), //nolint:forcetypeassert // at checked it
		"answers hold every field")
	require.Equal(t, []any{map[string]any{"$ref": "#/components/schemas/CurrentUser"}, map[string]any{"type": "null"}},
		at(t, doc, "paths", "/api/auth/user", "get", "responses", "200", "content", "application/json", "schema", "anyOf"))

	remove := at(t, doc, "paths", "/api/user/favorites", "delete", "requestBody", "content", "application/json", "schema")
	require.Equal(t, []any{"itemType", "itemId"}, at(t, remove, "required"))
	role := at(t, doc, "paths", "/api/admin/users/{userId}/role", "patch")
	require.NotContains(t, at(t, role, "requestBody", "content", "application/json", "schema", "properties"), "userId", "the path fills it")
	config := at(t, doc, "components", "schemas", "ProcessConfig")
	require.NotContains(t, config, "required", "requests may leave fields out")
	require.Equal(t, 100, at(t, config, "properties", "episodeCount", "maximum"))
}

func TestKindsTheFaceCannotServeAreRefused(t *testing.T) {
	t.Parallel()
	build := func(kind descriptorpb.FieldDescriptorProto_Type) error {
		o := &descriptorpb.MethodOptions{}
		proto.SetExtension(o, annotations.E_Http, &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: "/api/x"}})
		fd, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
			Name: new("odd.proto"), Package: new("odd"), Syntax: new("proto3"),
			MessageType: []*descriptorpb.DescriptorProto{{Name: new("M"), Field: []*descriptorpb.FieldDescriptorProto{{
				Name: new("odd_field"), Number: new(int32(1)), Type: &kind, Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
			}}}},
			Service: []*descriptorpb.ServiceDescriptorProto{{Name: new("S"), Method: []*descriptorpb.MethodDescriptorProto{{
				Name: new("Call"), InputType: new(".odd.M"), OutputType: new(".odd.M"), Options: o,
			}}}},
		}, nil)
		require.NoError(t, err)
		_, err = openapi.Generate([]protoreflect.FileDescriptor{fd})
		return err
	}
	require.NoError(t, build(descriptorpb.FieldDescriptorProto_TYPE_STRING))
	require.ErrorContains(t, build(descriptorpb.FieldDescriptorProto_TYPE_INT64), "odd.M.odd_field: the REST face has no int64")
}
