package restgate

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/internal/restgate/fulljson"
)

// writeAnswer writes the answer, or the field of it that the rule names, as JSON; google.api.HttpBody goes out as it is.
func writeAnswer(w http.ResponseWriter, r *http.Request, answer protoreflect.Message, field protoreflect.FieldDescriptor) {
	if total := answer.Descriptor().Fields().ByName("total"); total != nil {
		w.Header().Set("X-Total-Count", answer.Get(total).String())
	}
	if raw, ok := answer.Interface().(*httpbody.HttpBody); ok {
		w.Header().Set("Content-Type", raw.GetContentType())
		send(w, r, raw.GetData())
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
	send(w, r, buf.Bytes())
}

// send writes a body with a weak entity tag, or 304 when the caller has it already.
func send(w http.ResponseWriter, r *http.Request, body []byte) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		sum := sha256.Sum256(body)
		tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
		w.Header().Set("ETag", "W/"+tag)
		for known := range strings.SplitSeq(strings.Join(r.Header.Values("If-None-Match"), ","), ",") {
			if known = strings.TrimSpace(known); known == "*" || strings.TrimPrefix(known, "W/") == tag {
				w.Header().Del("Content-Type")
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	// The only possible failure is a caller that has gone away.
	_, _ = w.Write(body)
}
