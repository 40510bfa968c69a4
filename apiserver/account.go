package apiserver

import "mentionary/gen/go/mentionary/v1/mentionaryv1connect"

type accountService struct {
	*Server
	mentionaryv1connect.UnimplementedAccountServiceHandler
}
