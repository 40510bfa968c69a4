package openapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/internal/restgate/httprule"
)

const about = `The REST face of Mentionary. Every call is also a Connect procedure of the same contract.
Unknown query parameters and JSON fields are ignored. Fields of answers are always present; unknown ones are null.
Reads answer an ETag and honor If-None-Match. Changes need Content-Type application/json. Errors hold a code and a sentence.`

// Generate describes every method with an HTTP rule in the files. It fails for rules and kinds the REST face cannot serve.
func Generate(files []protoreflect.FileDescriptor) ([]byte, error) {
	files = slices.SortedFunc(slices.Values(files), func(a, b protoreflect.FileDescriptor) int { return strings.Compare(a.Path(), b.Path()) })
	x, err := readExamples()
	if err != nil {
		return nil, err
	}
	s := &schemas{
		answered: map[protoreflect.FullName]bool{}, known: map[string]protoreflect.MessageDescriptor{}, examples: x, weakest: roles(),
		sessionOnly: sessionOnly(),
	}
	byPath, err := plainRoutes()
	if err != nil {
		return nil, err
	}
	var tags []*yaml.Node
	for _, file := range files {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			used := false
			for j := range service.Methods().Len() {
				routes, err := httprule.Of(service.Methods().Get(j))
				if err != nil {
					return nil, err
				}
				for n, rt := range routes {
					path := jsonPath(rt)
					op, err := s.operation(rt, n)
					if err != nil {
						return nil, err
					}
					byPath[path] = append(byPath[path], pair{strings.ToLower(rt.Verb), op.node()})
					used = true
				}
			}
			if used {
				tags = append(tags, object{{"name", text(string(service.Name()))}, {"description", text(comment(service))}}.node())
			}
		}
	}
	var paths object
	for _, path := range slices.Sorted(mapKeys(byPath)) {
		verbs := byPath[path]
		slices.SortFunc(verbs, func(a, b pair) int { return strings.Compare(a.key, b.key) })
		paths = append(paths, pair{path, verbs.node()})
	}
	components, err := s.components()
	if err != nil {
		return nil, err
	}
	doc := object{
		{"openapi", text("3.1.0")},
		{"info", object{{"title", text("Mentionary")}, {"version", text("v1")}, {"description", text(about)}}.node()},
		{"servers", list(object{{"url", text("/")}, {"description", text("The server that hands this document out.")}}.node())},
		{"tags", list(tags...)},
		{"paths", paths.node()},
		{"components", object{{"securitySchemes", schemes().node()}, {"responses", responses().node()}, {"schemas", components.node()}}.node()},
	}
	var buf bytes.Buffer
	enc := yaml.NewEncoder(&buf)
	enc.SetIndent(2)
	if err := enc.Encode(doc.node()); err != nil {
		return nil, err
	}
	if err := enc.Close(); err != nil {
		return nil, err
	}
	return append([]byte("# Generated from proto/ by internal/restgate/openapi. Do not edit.\n"), buf.Bytes()...), nil
}

//go:embed plain.yaml
var plainText []byte

// plainRoutes reads the description of the routes that are no procedures.
func plainRoutes() (map[string]object, error) {
	var paths map[string]map[string]yaml.Node
	if err := yaml.Unmarshal(plainText, &paths); err != nil {
		return nil, fmt.Errorf("plain.yaml: %w", err)
	}
	out := map[string]object{}
	for path, verbs := range paths {
		for verb, op := range verbs {
			out[path] = append(out[path], pair{verb, &op})
		}
	}
	return out, nil
}

// jsonPath writes the variables of a template as JSON names, like every other parameter.
func jsonPath(rt httprule.Route) string {
	path := rt.Path
	for _, f := range rt.Vars {
		path = strings.Replace(path, fmt.Sprintf("{%s}", f.Name()), "{"+f.JSONName()+"}", 1)
	}
	return path
}
