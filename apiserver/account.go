package apiserver

type accountService struct{ *Server }
