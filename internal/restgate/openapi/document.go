package openapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/internal/restgate/apidoc"
	"mentionary/internal/restgate/httprule"
	"mentionary/policies"
)

const about = `The REST API of Mentionary. Every call is also a Connect procedure of the same contract.
Unknown query parameters and JSON fields are ignored. Fields of answers are always present; unknown ones are null.
Reads carry an ETag and honor If-None-Match. Changes need Content-Type application/json. Errors hold a code and a sentence.`

// Generate describes every method with an HTTP rule in the files. It fails for rules and kinds the REST face cannot serve.
func Generate(files []protoreflect.FileDescriptor) ([]byte, error) {
	files = slices.SortedFunc(slices.Values(files), func(a, b protoreflect.FileDescriptor) int { return strings.Compare(a.Path(), b.Path()) })
	w := &writer{answered: map[protoreflect.FullName]bool{}, known: map[string]protoreflect.MessageDescriptor{}}
	doc := apidoc.Document{
		OpenAPI: "3.1.0",
		Info:    apidoc.Info{Title: "Mentionary", Version: "v1", Description: about},
		Servers: []apidoc.Server{{URL: "/", Description: "The server that hands this document out."}},
	}
	var err error
	if err = yaml.Unmarshal(plainText, &doc.Paths); err != nil {
		return nil, fmt.Errorf("plain.yaml: %w", err)
	}
	if err = yaml.Unmarshal(examplesText, &w.examples); err != nil {
		return nil, fmt.Errorf("examples.yaml: %w", err)
	}
	if w.policy, err = policies.New(); err != nil {
		return nil, err
	}
	for _, file := range files {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			used, err := w.service(service, doc.Paths)
			if err != nil {
				return nil, err
			}
			if used {
				doc.Tags = append(doc.Tags, apidoc.Tag{Name: string(service.Name()), Description: comment(service)})
			}
		}
	}
	doc.Components = apidoc.Components{SecuritySchemes: schemes, Responses: responses()}
	if doc.Components.Schemas, err = w.schemas(); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	buf.WriteString("# Generated from proto/ by internal/restgate/openapi. Do not edit.\n")
	enc := yaml.NewEncoder(&buf)
	enc.SetIndent(2)
	if err := enc.Encode(doc); err != nil {
		return nil, err
	}
	return buf.Bytes(), enc.Close()
}

// plainText describes the routes that are no procedures.
//
//go:embed plain.yaml
var plainText []byte

// writer describes operations and collects the messages that they use.
type writer struct {
	examples examples
	policy   *policies.Enforcer
	known    map[string]protoreflect.MessageDescriptor
	answered map[protoreflect.FullName]bool // the messages that are answered, with every field
}

// service describes the operations of a service, and reports whether there are any.
func (w *writer) service(service protoreflect.ServiceDescriptor, paths map[string]map[string]apidoc.Operation) (used bool, err error) {
	for i := range service.Methods().Len() {
		routes, err := httprule.Of(service.Methods().Get(i))
		if err != nil {
			return false, err
		}
		for n, rt := range routes {
			op, err := w.operation(rt, n)
			if err != nil {
				return false, err
			}
			path := jsonPath(rt)
			if paths[path] == nil {
				paths[path] = map[string]apidoc.Operation{}
			}
			paths[path][strings.ToLower(rt.Verb)] = op
			used = true
		}
	}
	return used, nil
}

// jsonPath writes the variables of a template as JSON names, like every other parameter.
func jsonPath(rt httprule.Route) string {
	path := rt.Path
	for _, f := range rt.Vars {
		path = strings.Replace(path, fmt.Sprintf("{%s}", f.Name()), "{"+f.JSONName()+"}", 1)
	}
	return path
}
