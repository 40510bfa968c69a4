package refusal

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"

	"mentionary/apiserver/gate"
	"mentionary/internal/fault"
	"mentionary/internal/restgate"
)

// retryBudget is what they are told when a budget is used up: budgets are of a day, so asking more often helps nobody.
const retryBudget = time.Hour

// Reporter shows errors to callers and logs what they may not see. It is safe for concurrent use.
type Reporter struct {
	log       *slog.Logger
	requestID func(context.Context) string
}

// New makes a reporter. requestID returns the id of a request from its context, "" when it has none.
func New(log *slog.Logger, requestID func(context.Context) string) *Reporter {
	return &Reporter{log: log, requestID: requestID}
}

// RequestID returns the id of a request from its context, "" when it has none.
func (r *Reporter) RequestID(ctx context.Context) string { return r.requestID(ctx) }

// words is an error made of what people read.
type words string

func (w words) Error() string { return string(w) }

// codes says how each kind of fault is shown. On REST the code decides the status.
var codes = map[fault.Kind]connect.Code{
	fault.BadInput:        connect.CodeInvalidArgument,
	fault.Unsupported:     connect.CodeInvalidArgument,
	fault.TooLarge:        connect.CodeInvalidArgument,
	fault.NotFound:        connect.CodeNotFound,
	fault.Private:         connect.CodeFailedPrecondition,
	fault.NoTranscript:    connect.CodeFailedPrecondition,
	fault.Stale:           connect.CodeAborted,
	fault.Conflict:        connect.CodeAborted,
	fault.Unauthenticated: connect.CodeUnauthenticated,
	fault.Denied:          connect.CodePermissionDenied,
	fault.SignInAgain:     connect.CodePermissionDenied,
	fault.Blocked:         connect.CodeUnavailable,
	fault.Unavailable:     connect.CodeUnavailable,
	fault.RateLimited:     connect.CodeResourceExhausted,
	fault.Budget:          connect.CodeResourceExhausted,
	fault.Internal:        connect.CodeInternal,
}

// reasons tells apart kinds that share a code. Connect carries the reason as a detail of the error (google.rpc.ErrorInfo);
// on REST it is the code.
var reasons = map[fault.Kind]string{fault.SignInAgain: "sign_in_again"}

// Shown turns any error into what the caller may see and logs what they may not. An error that is made for callers
// already (a Connect error) passes.
func (r *Reporter) Shown(ctx context.Context, operation string, err error) error {
	if err == nil {
		return nil
	}
	if rules := (*protovalidate.ValidationError)(nil); errors.As(err, &rules) {
		return withSentence(err, rules)
	}
	if made := (*connect.Error)(nil); errors.As(err, &made) {
		return err
	}
	switch {
	case errors.Is(err, context.Canceled):
		return connect.NewError(connect.CodeCanceled, words("The call was canceled."))
	case errors.Is(err, context.DeadlineExceeded):
		return connect.NewError(connect.CodeDeadlineExceeded, words("This took too long. Please try again."))
	}
	f := fault.Of(err)
	r.Log(ctx, operation, f)
	code, ok := codes[f.Kind]
	if !ok {
		code = connect.CodeInternal
	}
	out := connect.NewError(code, words(r.Sentence(ctx, f)))
	if seconds := retryAfter(f); seconds != "" {
		out.Meta().Set("Retry-After", seconds)
	}
	if reason, ok := reasons[f.Kind]; ok {
		if d, err := connect.NewErrorDetail(&errdetails.ErrorInfo{Reason: reason, Domain: restgate.ReasonDomain}); err == nil {
			out.AddDetail(d)
		}
	}
	return out
}

// Sentence is what people read. For our own mistakes it is neutral and names the request, so that it can be found.
func (r *Reporter) Sentence(ctx context.Context, f *fault.Error) string {
	if f.Kind != fault.Internal {
		return f.Sentence
	}
	if id := r.requestID(ctx); id != "" {
		return fault.Neutral + " (request " + id + ")"
	}
	return fault.Neutral
}

// Log logs a fault that a caller is shown.
func (r *Reporter) Log(ctx context.Context, operation string, f *fault.Error) {
	level := slog.LevelInfo
	switch f.Kind {
	case fault.Internal:
		level = slog.LevelError
	case fault.Unavailable, fault.Denied:
		level = slog.LevelWarn
	}
	r.log.Log(ctx, level, "call refused", "operation", operation, "kind", f.Kind, "user", gate.Of(ctx).PublicID(),
		"request", r.requestID(ctx), "cause", f.Cause)
}

// retryAfter is the header's value, whole seconds, "" for none. Who did too much is always told how long to wait.
func retryAfter(f *fault.Error) string {
	wait := f.RetryAfter
	if wait <= 0 {
		switch f.Kind {
		case fault.RateLimited:
			wait = gate.RetryLater
		case fault.Budget:
			wait = retryBudget
		default:
			return ""
		}
	}
	return strconv.Itoa(int(math.Ceil(wait.Seconds())))
}

// withSentence keeps the details of broken rules and says the first one plainly.
func withSentence(err error, rules *protovalidate.ValidationError) error {
	sentence := "A value is not allowed."
	if len(rules.Violations) > 0 {
		sentence = restgate.ViolationSentence(rules.Violations[0].Proto) + "."
	}
	out := connect.NewError(connect.CodeInvalidArgument, words(sentence))
	if made := (*connect.Error)(nil); errors.As(err, &made) {
		for _, d := range made.Details() {
			out.AddDetail(d)
		}
	}
	return out
}

// Recovered answers for a handler that panicked.
func (r *Reporter) Recovered(ctx context.Context, spec connect.Spec, _ http.Header, cause any) error {
	r.log.ErrorContext(ctx, "a handler panicked", "operation", spec.Procedure, "request", r.requestID(ctx), "panic", cause,
		"stack", string(debug.Stack()))
	return connect.NewError(connect.CodeInternal, words(r.Sentence(ctx, fault.New(fault.Internal, fault.Neutral))))
}

// faults is the interceptor that shows errors of handlers.
type faults struct{ *Reporter }

// Interceptor shows the errors of handlers.
func (r *Reporter) Interceptor() connect.Interceptor { return faults{r} }

// WrapUnary implements connect.Interceptor.
func (f faults) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
		answer, err := next(ctx, r)
		if err != nil {
			return nil, f.Shown(ctx, r.Spec().Procedure, err)
		}
		return answer, nil
	}
}

// WrapStreamingHandler implements connect.Interceptor.
func (f faults) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return func(ctx context.Context, conn connect.StreamingHandlerConn) error {
		return f.Shown(ctx, conn.Spec().Procedure, next(ctx, conn))
	}
}

// WrapStreamingClient implements connect.Interceptor; this package calls nobody.
func (f faults) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}
