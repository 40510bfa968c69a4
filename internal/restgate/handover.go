package restgate

import (
	"context"
	"maps"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/emptypb"
)

// handedOver is where a call that this package makes gets its answer as a message: it would be marshaled and read again.
type handedOver struct{ message protoreflect.Message }

type handedOverKey struct{}

// Interceptor returns what hands the answers of REST calls to the gate as they are. It stands around all others in the handlers of mounted
// services, so that those see answers unchanged; calls of the Connect face pass it.
func Interceptor() connect.UnaryInterceptorFunc {
	return func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
			to, rest := ctx.Value(handedOverKey{}).(*handedOver)
			answer, err := next(ctx, r)
			if err != nil || !rest {
				return answer, err
			}
			message, ok := answer.Any().(proto.Message)
			if !ok {
				return answer, nil
			}
			to.message = message.ProtoReflect()
			nothing := connect.NewResponse(&emptypb.Empty{})
			maps.Copy(nothing.Header(), answer.Header())
			maps.Copy(nothing.Trailer(), answer.Trailer())
			return nothing, nil
		}
	}
}
