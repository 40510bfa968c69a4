package restgate

import (
	"bytes"
	"net/http"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/internal/reply"
	"mentionary/internal/restgate/fulljson"
)

// writeAnswer writes the answer, or the field of it that the rule names, as JSON; google.api.HttpBody goes out as it is.
func writeAnswer(w http.ResponseWriter, r *http.Request, answer protoreflect.Message, field protoreflect.FieldDescriptor) {
	if total := answer.Descriptor().Fields().ByName("total"); total != nil {
		w.Header().Set("X-Total-Count", answer.Get(total).String())
	}
	if raw, ok := answer.Interface().(*httpbody.HttpBody); ok {
		w.Header().Set("Content-Type", raw.GetContentType())
		reply.ForOne(raw.GetData(), r).Send(w, r)
		return
	}
	var buf bytes.Buffer
	var err error
	if field != nil {
		err = fulljson.Field(&buf, answer, field)
	} else {
		err = fulljson.Message(&buf, answer)
	}
	if err != nil {
		writeNeutral(w)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	reply.ForOne(buf.Bytes(), r).Send(w, r)
}
