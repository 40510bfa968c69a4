package searchattr

import (
	"context"
	"slices"
	"strings"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/workflowservice/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"mentionary/internal/work"
)

// Names lists the attributes, all of type Keyword.
func Names() []string {
	return []string{work.AttrKind, work.AttrPlatform, work.AttrChannel, work.AttrStage, work.AttrSubmitter, work.AttrError}
}

// Server is a Temporal server as this package speaks to it.
type Server struct {
	Workflows workflowservice.WorkflowServiceClient
	Operators operatorservice.OperatorServiceClient
}

// Missing returns the attributes that a namespace lacks, in alphabetical order.
func (s Server) Missing(ctx context.Context, namespace string) ([]string, error) {
	known, err := s.Operators.ListSearchAttributes(ctx, &operatorservice.ListSearchAttributesRequest{Namespace: namespace})
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, name := range Names() {
		if _, ok := known.GetCustomAttributes()[name]; !ok {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return missing, nil
}

// Ensure adds the attributes that a namespace lacks and waits until they can be used or ctx ends: the server's parts learn
// of a new namespace and of new attributes within two seconds. Several processes may do so at once.
func (s Server) Ensure(ctx context.Context, namespace string) error {
	for {
		err := s.try(ctx, namespace)
		if code := status.Code(err); code != codes.NotFound && code != codes.InvalidArgument && code != codes.AlreadyExists {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (s Server) try(ctx context.Context, namespace string) error {
	missing, err := s.Missing(ctx, namespace)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		add := map[string]enumspb.IndexedValueType{}
		for _, name := range missing {
			add[name] = enumspb.INDEXED_VALUE_TYPE_KEYWORD
		}
		if _, err := s.Operators.AddSearchAttributes(ctx,
			&operatorservice.AddSearchAttributesRequest{Namespace: namespace, SearchAttributes: add}); err != nil {
			return err
		}
	}
	// A query is refused as long as one of its attributes is unknown.
	query := strings.Join(Names(), " IS NULL AND ") + " IS NULL"
	_, err = s.Workflows.CountWorkflowExecutions(ctx, &workflowservice.CountWorkflowExecutionsRequest{Namespace: namespace, Query: query})
	return err
}
