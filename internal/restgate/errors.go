package restgate

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/proto"

	"mentionary/internal/fault"
	"mentionary/internal/reply"
)

// ReasonDomain marks a detail (google.rpc.ErrorInfo) whose reason says more than the code: it becomes the code on REST.
const ReasonDomain = "mentionary"

// WriteError answers {"code","message"}: a Connect code's name or a reason, and a sentence for people.
func WriteError(w http.ResponseWriter, status int, code, sentence string) {
	// Marshaling two strings cannot fail; the write fails only when the caller has gone away.
	body, _ := json.Marshal(struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}{code, sentence})
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// WriteTooLarge answers a request whose body is larger than limit bytes.
func WriteTooLarge(w http.ResponseWriter, limit int64) {
	p := tooLarge(limit)
	WriteError(w, p.status, p.code, p.sentence)
}

func writeNeutral(w http.ResponseWriter) {
	WriteError(w, http.StatusInternalServerError, "internal", fault.Neutral)
}

// forwardError turns the Connect handler's error into ours. An error without a code of its own never shows its text.
func forwardError(w http.ResponseWriter, rec *reply.Recorder) {
	var e struct {
		Code, Message string
		Details       []struct{ Type, Value string }
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &e); err != nil || e.Code == "" || e.Code == "unknown" {
		if rec.Status < http.StatusBadRequest { // neither an answer nor an error: a mistake of ours
			rec.Status = http.StatusInternalServerError
		}
		WriteError(w, rec.Status, "internal", fault.Neutral)
		return
	}
	for _, d := range e.Details {
		raw, err := base64.RawStdEncoding.DecodeString(d.Value)
		if err != nil {
			continue
		}
		broken, more := &validate.Violations{}, &errdetails.ErrorInfo{}
		switch {
		case d.Type == "buf.validate.Violations" && proto.Unmarshal(raw, broken) == nil && len(broken.GetViolations()) > 0:
			e.Message = ViolationSentence(broken.GetViolations()[0])
		case d.Type == "google.rpc.ErrorInfo" && proto.Unmarshal(raw, more) == nil && more.GetDomain() == ReasonDomain:
			e.Code = more.GetReason()
		}
	}
	WriteError(w, rec.Status, e.Code, e.Message)
}

var (
	plainWords = strings.NewReplacer("greater than or equal to", "at least", "less than or equal to", "at most", "value ", "",
		"must be at least 1 characters", "must not be empty")
	choice     = regexp.MustCompile(`must be in list \[(?:, )?(.*)\]`)
	underscore = regexp.MustCompile(`_[a-z0-9]`)
)

// ViolationSentence names the field as JSON writes it and says what it must be.
func ViolationSentence(v *validate.Violation) string {
	field := underscore.ReplaceAllStringFunc(protovalidate.FieldPathString(v.GetField()),
		func(s string) string { return strings.ToUpper(s[1:]) })
	sentence := choice.ReplaceAllString(plainWords.Replace(v.GetMessage()), "must be one of: $1")
	if field == "" {
		return sentence
	}
	return field + ": " + sentence
}
