package apiserver

import (
	"context"
	"time"

	"connectrpc.com/connect"

	"mentionary/internal/telemetry"
)

// measured is the interceptor that counts and times calls for operators; it stands around all others.
type measured struct{ *telemetry.Metrics }

// WrapUnary implements connect.Interceptor.
func (c measured) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
		began := time.Now()
		answer, err := next(ctx, r)
		c.Request(r.Spec().Procedure, codeOf(err), time.Since(began))
		return answer, err
	}
}

// WrapStreamingHandler implements connect.Interceptor. How long a stream lasts says nothing.
func (c measured) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return func(ctx context.Context, conn connect.StreamingHandlerConn) error {
		err := next(ctx, conn)
		c.Request(conn.Spec().Procedure, codeOf(err), 0)
		return err
	}
}

// WrapStreamingClient implements connect.Interceptor; this package calls nobody.
func (c measured) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}

// codeOf is the word for how a call was answered.
func codeOf(err error) string {
	if err == nil {
		return "ok"
	}
	return connect.CodeOf(err).String()
}
