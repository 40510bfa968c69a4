//go:build !slim

package temporal

import (
	"context"
	"time"

	namespacepb "go.temporal.io/api/namespace/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/workflowservice/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"mentionary/internal/fault"
	"mentionary/internal/searchattr"
)

// namespaceWait bounds the time from the server's start to an answering namespace.
const namespaceWait = 30 * time.Second

// ensureNamespace makes the namespace and the search attributes it lacks, sets its retention and returns its id.
// It speaks to the server directly because a client needs the namespace to exist.
func ensureNamespace(ctx context.Context, address string, o Options) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, namespaceWait)
	defer cancel()
	conn, err := grpc.NewClient("passthrough:///"+address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.WaitForReady(true)))
	if err != nil {
		return "", fault.Wrap(fault.Unavailable, err, "The embedded Temporal server does not answer.")
	}
	defer func() { _ = conn.Close() }() // every call has been answered
	n := namespaceSetup{
		name: o.Namespace, retention: o.Retention, workflows: workflowservice.NewWorkflowServiceClient(conn),
		operators: operatorservice.NewOperatorServiceClient(conn),
	}
	id, err := n.run(ctx)
	if err != nil {
		return "", fault.Wrap(fault.Unavailable, err, "The embedded Temporal server cannot make its namespace "+o.Namespace+".")
	}
	return id, nil
}

type namespaceSetup struct {
	name      string
	retention time.Duration
	workflows workflowservice.WorkflowServiceClient
	operators operatorservice.OperatorServiceClient
}

func (n namespaceSetup) run(ctx context.Context) (string, error) {
	found, err := n.workflows.DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: n.name})
	if status.Code(err) == codes.NotFound {
		found, err = n.register(ctx)
	}
	if err != nil {
		return "", err
	}
	if found.GetConfig().GetWorkflowExecutionRetentionTtl().AsDuration() != n.retention {
		if _, err := n.workflows.UpdateNamespace(ctx, &workflowservice.UpdateNamespaceRequest{
			Namespace: n.name, Config: &namespacepb.NamespaceConfig{WorkflowExecutionRetentionTtl: durationpb.New(n.retention)},
		}); err != nil {
			return "", err
		}
	}
	attributes := searchattr.Server{Workflows: n.workflows, Operators: n.operators}
	return found.GetNamespaceInfo().GetId(), attributes.Ensure(ctx, n.name)
}

func (n namespaceSetup) register(ctx context.Context) (*workflowservice.DescribeNamespaceResponse, error) {
	_, err := n.workflows.RegisterNamespace(ctx, &workflowservice.RegisterNamespaceRequest{
		Namespace: n.name, WorkflowExecutionRetentionPeriod: durationpb.New(n.retention),
	})
	if err != nil && status.Code(err) != codes.AlreadyExists { // two processes on one database may start together
		return nil, err
	}
	return n.workflows.DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: n.name})
}
