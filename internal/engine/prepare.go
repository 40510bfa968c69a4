package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"google.golang.org/protobuf/types/known/durationpb"

	"mentionary/internal/searchattr"
)

// prepareTimeout bounds the making of namespace and search attributes: a cluster tells its parts within seconds.
const prepareTimeout = time.Minute

// Prepare makes the namespace, with this retention, and the search attributes where they are missing. It changes nothing
// that is there. Clusters that do not let a client do so get an error that names the commands for an operator.
func (e *Engine) Prepare(ctx context.Context, namespace string, retention time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, prepareTimeout)
	defer cancel()
	_, err := e.client.WorkflowService().RegisterNamespace(ctx, &workflowservice.RegisterNamespaceRequest{
		Namespace: namespace, WorkflowExecutionRetentionPeriod: durationpb.New(retention),
	})
	if err != nil && !errors.As(err, new(*serviceerror.NamespaceAlreadyExists)) {
		if _, described := e.NamespaceID(ctx, namespace); described != nil {
			return fmt.Errorf("make the namespace %s: %w; an operator can make it: temporal operator namespace create --namespace %s --retention %s",
				namespace, err, namespace, retention)
		}
	}
	if err := e.attributes().Ensure(ctx, namespace); err != nil {
		missing, _ := e.attributes().Missing(ctx, namespace) // best effort: it only makes the sentence better
		return fmt.Errorf("make the search attributes of namespace %s: %w; an operator can make them, each with: temporal operator "+
			"search-attribute create --namespace %s --type Keyword --name … (%s)",
			namespace, err, namespace, strings.Join(missing, ", "))
	}
	return nil
}

// MissingAttributes returns the search attributes that the namespace lacks: workflows that carry one would not start.
func (e *Engine) MissingAttributes(ctx context.Context, namespace string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	missing, err := e.attributes().Missing(ctx, namespace)
	return missing, unavailable(err)
}

func (e *Engine) attributes() searchattr.Server {
	return searchattr.Server{Workflows: e.client.WorkflowService(), Operators: e.client.OperatorService()}
}

// NotAllowed reports whether a cluster refused an answer to this client, as hosted ones do with questions for operators.
func NotAllowed(err error) bool {
	return errors.As(err, new(*serviceerror.PermissionDenied)) || errors.As(err, new(*serviceerror.Unimplemented))
}
