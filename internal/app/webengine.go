package app

import (
	"context"

	"mentionary/internal/budget"
	"mentionary/internal/engine"
	"mentionary/internal/work"
)

// webEngine is the engine as the web server sees it: in its one namespace.
type webEngine struct {
	*engine.Engine
	namespace string
}

// TaskQueues returns the task queues.
func (e webEngine) TaskQueues(ctx context.Context) ([]work.TaskQueue, error) {
	return e.Engine.TaskQueues(ctx, e.namespace)
}

// ApplyPauses makes the server's queues what our rows say.
func (e webEngine) ApplyPauses(ctx context.Context) error {
	return e.Engine.ApplyPauses(ctx, e.namespace)
}

// BudgetRaised makes what waits for the budget of a resource ask again now.
func (e webEngine) BudgetRaised(ctx context.Context, what budget.Resource) error {
	return e.Engine.BudgetRaised(ctx, e.namespace, what)
}
