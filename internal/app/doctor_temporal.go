package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"

	"mentionary/internal/config"
	"mentionary/internal/doctor"
	"mentionary/internal/searchattr"
)

func (d *examination) temporal() doctor.Temporal {
	running, err := folderInUse(d.cfg.DataDir)
	return doctor.Temporal{
		Address: d.cfg.Temporal.Address.String(), Namespace: d.cfg.Temporal.Namespace,
		Embedded: d.as == config.Run, Slim: Variant == "slim", Running: err == nil && running,
		Ask: d.askTemporal, NoNamespace: noNamespace,
	}
}

func noNamespace(err error) bool {
	return errors.As(err, new(*serviceerror.NamespaceNotFound)) || errors.As(err, new(*serviceerror.NotFound))
}

// askTemporal returns the search attributes that the namespace lacks. A query by an unknown one is refused; whoever may
// work in the namespace may ask that. Servers allow few such queries a second, so all are asked for at once, and one by
// one only when one is missing.
func (d *examination) askTemporal(ctx context.Context) (missing []string, err error) {
	client, err := (&parts{cfg: d.cfg, log: slog.New(slog.DiscardHandler)}).dial(d.cfg.Temporal.Address.String())
	if err != nil {
		return nil, err
	}
	defer client.Close()
	service, namespace := client.WorkflowService(), d.cfg.Temporal.Namespace
	if _, err := service.DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: namespace}); err != nil {
		return nil, err
	}
	unknown := func(names ...string) (bool, error) {
		query := strings.Join(names, " IS NULL AND ") + " IS NULL"
		_, err := service.CountWorkflowExecutions(ctx, &workflowservice.CountWorkflowExecutionsRequest{Namespace: namespace, Query: query})
		if errors.As(err, new(*serviceerror.InvalidArgument)) {
			return true, nil
		}
		return false, err
	}
	if some, err := unknown(searchattr.Names()...); err != nil || !some {
		return nil, err
	}
	for _, name := range searchattr.Names() {
		one, err := unknown(name)
		if err != nil {
			return nil, err
		}
		if one {
			missing = append(missing, name)
		}
	}
	return missing, nil
}
