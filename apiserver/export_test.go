package apiserver

import "mentionary/internal/restgate"

// PlainRoutes lists the routes beside the contract, as the server mounts them.
func (s *Server) PlainRoutes() []string {
	rest := restgate.New(maxRequest)
	s.plainRoutes(rest)
	return rest.Plain()
}
