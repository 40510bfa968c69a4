package restgate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"mentionary/internal/reply"
	"mentionary/internal/restgate/httprule"
)

// Gate is the REST face: one mux for all routes below /api, whose every answer, also 404 and 405, is ours.
type Gate struct {
	mux     *http.ServeMux
	maxBody int64
	plain   []string // patterns of the routes that are no RPC
}

// New returns a gate without routes. maxBody limits request bodies, in bytes.
func New(maxBody int64) *Gate { return &Gate{mux: http.NewServeMux(), maxBody: maxBody} }

// Handle adds a route that is no RPC (sign-in, uploads, images), so that it shares the gate's 404 and 405.
func (g *Gate) Handle(pattern string, h http.Handler) {
	g.mux.Handle(pattern, h)
	g.plain = append(g.plain, pattern)
}

// Plain lists the patterns of the routes that are no RPC, so that a test can see that each has its rule.
func (g *Gate) Plain() []string { return slices.Clone(g.plain) }

// Mount adds every rule of a service. Its arguments are what a generated Connect constructor returns. It fails for
// services that are not linked in and for rules this package cannot serve; routes that collide panic, as in http.ServeMux.
func (g *Gate) Mount(servicePath string, h http.Handler) error {
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(strings.Trim(servicePath, "/")))
	service, ok := d.(protoreflect.ServiceDescriptor)
	if !ok {
		return fmt.Errorf("%s is no service of the contract: %w", servicePath, err)
	}
	for i := range service.Methods().Len() {
		m := service.Methods().Get(i)
		routes, badRule := httprule.Of(m)
		in, badIn := protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName())
		out, badOut := protoregistry.GlobalTypes.FindMessageByName(m.Output().FullName())
		if err := errors.Join(badRule, badIn, badOut); err != nil {
			return err
		}
		for _, rt := range routes {
			g.mux.HandleFunc(rt.Verb+" "+rt.Path, func(w http.ResponseWriter, r *http.Request) {
				g.serve(w, r, rt, in.New(), out, h)
			})
		}
	}
	return nil
}

// ServeHTTP answers the routes; an unknown path is a JSON 404, a known path with another method a JSON 405 with Allow.
// OPTIONS answers Allow alone.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, pattern := g.mux.Handler(r)
	if pattern != "" {
		g.mux.ServeHTTP(w, r)
		return
	}
	// The mux answers in plain text. Its status and Allow header are kept, its text is not.
	plain := reply.NewRecorder()
	h.ServeHTTP(plain, r)
	if allow := plain.Header().Get("Allow"); plain.Status == http.StatusMethodNotAllowed {
		allow += ", OPTIONS"
		w.Header().Set("Allow", allow)
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		WriteError(w, plain.Status, "unimplemented", "This address does not support "+r.Method+". It supports "+allow+".")
		return
	}
	WriteError(w, http.StatusNotFound, "not_found", "There is nothing at this address.")
}

// serve makes one in-process Connect call of a REST call.
func (g *Gate) serve(
	w http.ResponseWriter, r *http.Request, rt httprule.Route, req protoreflect.Message, out protoreflect.MessageType, h http.Handler,
) {
	if problem := g.decode(w, r, rt, req); problem != nil {
		WriteError(w, problem.status, problem.code, problem.sentence)
		return
	}
	raw, err := proto.Marshal(req.Interface())
	if err != nil {
		writeNeutral(w)
		return
	}
	if int64(len(raw)) > g.maxBody { // query and body together
		WriteTooLarge(w, g.maxBody)
		return
	}
	var handed handedOver
	call := r.Clone(context.WithValue(r.Context(), handedOverKey{}, &handed))
	call.Method, call.URL, call.RequestURI = http.MethodPost, &url.URL{Path: rt.Procedure()}, rt.Procedure()
	call.Body, call.ContentLength, call.TransferEncoding = io.NopCloser(bytes.NewReader(raw)), int64(len(raw)), nil
	dropHop(call.Header)
	call.Header.Set("Content-Type", "application/proto")
	call.Header.Set("Connect-Protocol-Version", "1")
	rec := reply.NewRecorder()
	h.ServeHTTP(rec, call)
	dropHop(rec.Header())
	reply.CopyHeader(w.Header(), rec.Header())
	if rec.Status != http.StatusOK {
		forwardError(w, rec)
		return
	}
	answer := handed.message
	if answer == nil { // a handler without Interceptor
		answer = out.New()
		if err := proto.Unmarshal(rec.Body.Bytes(), answer.Interface()); err != nil {
			writeNeutral(w)
			return
		}
	}
	writeAnswer(w, r, answer, rt.Answer)
}

// hop lists headers that belong to one connection or to the form of one body.
var hop = []string{
	"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding",
	"Upgrade",
	"Content-Encoding", "Content-Length", "Content-Type", "Accept-Encoding", "Accept-Post", "If-None-Match",
}

// dropHop removes what is not handed to the other side: hop headers, those Connection names, and Connect's own.
func dropHop(h http.Header) {
	for named := range strings.SplitSeq(strings.Join(h.Values("Connection"), ","), ",") {
		h.Del(strings.TrimSpace(named))
	}
	maps.DeleteFunc(h, func(k string, _ []string) bool {
		return slices.Contains(hop, k) || strings.HasPrefix(k, "Connect-") || strings.HasPrefix(k, "Trailer-")
	})
}
