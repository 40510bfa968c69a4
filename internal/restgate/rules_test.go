package restgate_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"mentionary/internal/restgate"
)

// probeFile is a contract with the rules and kinds that the product's own does not use. One service a method, so that a
// test can mount good rules without bad ones.
func probeFile() *descriptorpb.FileDescriptorProto {
	field := func(name string, n int32, kind descriptorpb.FieldDescriptorProto_Type, ref string) *descriptorpb.FieldDescriptorProto {
		f := &descriptorpb.FieldDescriptorProto{
			Name: &name, Number: &n, Type: &kind,
			Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
		}
		if ref != "" {
			f.TypeName = &ref
		}
		return f
	}
	const (
		text    = descriptorpb.FieldDescriptorProto_TYPE_STRING
		message = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE
		enum    = descriptorpb.FieldDescriptorProto_TYPE_ENUM
	)
	tags := field("tags", 3, text, "")
	tags.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
	left, right := field("left", 4, text, ""), field("right", 5, text, "")
	left.OneofIndex, right.OneofIndex = new(int32(0)), new(int32(0))
	file := &descriptorpb.FileDescriptorProto{
		Name: new("restgate/probe.proto"), Package: new("restgate.probe"), Syntax: new("proto3"),
		Dependency: []string{"google/api/httpbody.proto"},
		EnumType: []*descriptorpb.EnumDescriptorProto{{Name: new("Color"), Value: []*descriptorpb.EnumValueDescriptorProto{
			{Name: new("NONE"), Number: new(int32(0))}, {Name: new("RED"), Number: new(int32(1))},
		}}},
		MessageType: []*descriptorpb.DescriptorProto{
			{Name: new("Empty")},
			{Name: new("Holder"), Field: []*descriptorpb.FieldDescriptorProto{
				field("thing", 1, message, ".restgate.probe.Thing"),
				field("note", 2, text, ""),
			}},
			{Name: new("Thing"), OneofDecl: []*descriptorpb.OneofDescriptorProto{{Name: new("side")}}, Field: []*descriptorpb.FieldDescriptorProto{
				field("name", 1, text, ""), field("color", 2, enum, ".restgate.probe.Color"), tags, left, right,
				field("big", 6, descriptorpb.FieldDescriptorProto_TYPE_INT64, ""), field("share", 7, descriptorpb.FieldDescriptorProto_TYPE_DOUBLE, ""),
				field("raw", 8, descriptorpb.FieldDescriptorProto_TYPE_BYTES, ""), field("ratio", 9, descriptorpb.FieldDescriptorProto_TYPE_FLOAT, ""),
			}},
		},
	}
	add := func(service, in, out string, stream bool, rule *annotations.HttpRule) {
		o := &descriptorpb.MethodOptions{}
		proto.SetExtension(o, annotations.E_Http, rule)
		file.Service = append(file.Service, &descriptorpb.ServiceDescriptorProto{Name: &service, Method: []*descriptorpb.MethodDescriptorProto{{
			Name: new("Call"), InputType: &in, OutputType: &out, Options: o, ServerStreaming: &stream,
		}}})
	}
	get := func(path string) *annotations.HttpRule {
		return &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: path}}
	}
	const thing, holder, empty = ".restgate.probe.Thing", ".restgate.probe.Holder", ".restgate.probe.Empty"
	more := get("/api/things/{name}")
	more.AdditionalBindings = []*annotations.HttpRule{
		get("/api/colors/{color}"),
		{Pattern: &annotations.HttpRule_Put{Put: "/api/things/{name}"}, Body: "*"},
		{
			Pattern:      &annotations.HttpRule_Custom{Custom: &annotations.CustomHttpPattern{Kind: "REPORT", Path: "/api/things"}},
			ResponseBody: "tags",
		},
	}
	add("Things", thing, thing, false, more)
	add("Parts", holder, holder, false, &annotations.HttpRule{
		Pattern: &annotations.HttpRule_Post{Post: "/api/holders/{note}"}, Body: "thing",
		ResponseBody: "thing",
	})
	add("Files", empty, ".google.api.HttpBody", false, get("/api/file"))
	add("Nothing", empty, empty, false, get("/api/nothing"))
	add("BadStream", thing, thing, true, get("/api/a"))
	add("BadTemplate", thing, thing, false, get("/api/{name=**}"))
	add("BadVariable", holder, thing, false, get("/api/{thing}"))
	add("BadList", thing, thing, false, get("/api/{tags}"))
	add("BadBody", thing, thing, false, &annotations.HttpRule{Pattern: &annotations.HttpRule_Post{Post: "/api/b"}, Body: "name"})
	add("BadAnswer", thing, thing, false, &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: "/api/c"}, ResponseBody: "nope"})
	add("BadPattern", thing, thing, false, &annotations.HttpRule{})
	return file
}

var probe = func() protoreflect.FileDescriptor {
	fd, err := protodesc.NewFile(probeFile(), protoregistry.GlobalFiles)
	if err == nil {
		err = protoregistry.GlobalFiles.RegisterFile(fd)
	}
	for i := 0; err == nil && i < fd.Messages().Len(); i++ {
		err = protoregistry.GlobalTypes.RegisterMessage(dynamicpb.NewMessageType(fd.Messages().Get(i)))
	}
	if err != nil {
		panic(err)
	}
	return fd
}()

// echo answers the request message itself.
func echo(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	_, _ = w.Write(b)
}

func TestRulesBeyondTheContract(t *testing.T) {
	t.Parallel()
	require.NotNil(t, probe)
	g := restgate.New(maxBody)
	for _, s := range []string{"Things", "Parts", "Nothing"} {
		require.NoError(t, g.Mount("/restgate.probe."+s+"/", http.HandlerFunc(echo)))
	}
	require.NoError(t, g.Mount("/restgate.probe.Files/", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename="a.csv"`)
		b, _ := proto.Marshal(&httpbody.HttpBody{ContentType: "text/csv", Data: []byte("a,b\n")})
		_, _ = w.Write(b)
	})))
	const rest = `"big":"0","share":0,"raw":"","ratio":0}`
	for name, c := range map[string]struct{ method, target, body, want string }{
		"path":          {"GET", "/api/things/a%2Fb:c", "", `{"name":"a/b:c","color":"NONE","tags":[],` + rest},
		"first binding": {"GET", "/api/colors/RED?left=x", "", `{"name":"","color":"RED","tags":[],"left":"x",` + rest},
		"second binding": {
			"PUT", "/api/things/n", `{"tags":["x"],"right":"","raw":"AAE="}`,
			`{"name":"n","color":"NONE","tags":["x"],"right":"","big":"0","share":0,"raw":"AAE=","ratio":0}`,
		},
		"custom verb": {"REPORT", "/api/things?tags=a&tags=b", "", `["a","b"]`},
		"numbers": {
			"GET", "/api/things/n?big=9223372036854775807&share=1.5&ratio=0.1", "",
			`{"name":"n","color":"NONE","tags":[],"big":"9223372036854775807","share":1.5,"raw":"","ratio":0.1}`,
		},
		"unknown enum number": {"PUT", "/api/things/n", `{"color":9}`, `{"name":"n","color":9,"tags":[],` + rest},
		"body fills a field":  {"POST", "/api/holders/h", `{"name":"x"}`, `{"name":"x","color":"NONE","tags":[],` + rest},
		"message without any": {"GET", "/api/nothing", "", `{}`},
		"bytes as they are":   {"GET", "/api/file", "", "a,b\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := send(g, c.method, c.target, c.body, jsonType...)
			require.Equal(t, 200, w.Code, w.Body.String())
			require.Equal(t, c.want, w.Body.String())
		})
	}
	file := send(g, "GET", "/api/file", "")
	require.Equal(t, "text/csv", file.Header().Get("Content-Type"))
	require.Equal(t, `attachment; filename="a.csv"`, file.Header().Get("Content-Disposition"))
	for target, message := range map[string]string{
		"/api/colors/BLUE":        "color: must be one of the documented words.",
		"/api/things/n?share=x":   "share: must be a number.",
		"/api/things/n?share=NaN": "",
	} {
		w := send(g, "GET", target, "")
		if message == "" { // JSON has no such number
			require.Equal(t, 500, w.Code)
			continue
		}
		require.Equal(t, 400, w.Code)
		require.Contains(t, w.Body.String(), message)
	}
}

func TestMountRefusesRulesItCannotServe(t *testing.T) {
	t.Parallel()
	for service, want := range map[string]string{
		"BadStream": "streaming", "BadTemplate": "templates", "BadPattern": "templates", "BadVariable": "{thing} is no plain field",
		"BadList": "{tags} is no plain field", "BadBody": `body "name"`, "BadAnswer": `response_body "nope"`,
	} {
		err := restgate.New(maxBody).Mount("/restgate.probe."+service+"/", http.NotFoundHandler())
		require.ErrorContains(t, err, want, service)
	}
}
