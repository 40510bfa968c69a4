package activities

// Steps are all activities. Each worker offers all of them: workflows choose the queue.
type Steps struct {
	Jobs    *Jobs
	List    *List
	Fetch   *Fetch
	Extract *Extract
	Publish *Publish
	Links   *Links
	Follows *Follows
	Passes  *Passes
	Batches *Batches
	Reading *Readings
	Listen  *Listen
}

// Registry is what activities are made known to: a worker or a test environment.
type Registry interface {
	RegisterActivity(a any)
}

// Register makes all activities known under the names of their methods.
func (s Steps) Register(r Registry) {
	for _, a := range []any{s.Jobs, s.List, s.Fetch, s.Extract, s.Publish, s.Links, s.Follows, s.Passes, s.Batches, s.Reading, s.Listen} {
		r.RegisterActivity(a)
	}
}
