package spa

// Pages are the addresses of the product's pages, as patterns of http.ServeMux. /design is none: builds for people leave it
// out.
func Pages() []string {
	return []string{
		"/", "/episode/{id}", "/transcript/{videoId}", "/directory", "/channels", "/concepts", "/books", "/products", "/locations", "/people",
		"/channel/{channelId}", "/profile", "/profile/{userId}", "/entity/{id}", "/entity/{id}/{slug}", "/search", "/jobs", "/jobs/{id}",
		"/admin", "/admin/trends", "/admin/workflows", "/admin/workflows/{id}", "/admin/queues", "/admin/batch", "/admin/schedules",
		"/admin/data-quality", "/admin/review", "/admin/uploads", "/admin/eval", "/admin/costs", "/admin/audit",
		"/about", "/privacy", "/terms",
	}
}
