package restgate_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"connectrpc.com/validate"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/restgate"
)

// directory answers the contract's messages from memory; what it received last is kept for the tests to look at.
type directory struct {
	header http.Header
	method string
	ctx    context.Context
	last   proto.Message
	user   *v1.CurrentUser
}

func (d *directory) see(ctx context.Context, m proto.Message) *directory {
	info, _ := connect.CallInfoForHandlerContext(ctx)
	d.header, d.method, d.ctx, d.last = info.RequestHeader(), info.HTTPMethod(), ctx, m
	return d
}

func (d *directory) GetStats(ctx context.Context, r *v1.GetStatsRequest) (*v1.GetStatsResponse, error) {
	d.see(ctx, r)
	info, _ := connect.CallInfoForHandlerContext(ctx)
	info.ResponseHeader().Set("Set-Cookie", "a=b")
	info.ResponseHeader().Set("Cache-Control", "public, max-age=60")
	return &v1.GetStatsResponse{TotalBooks: 7}, nil
}

func (d *directory) GetCurrentUser(ctx context.Context, r *v1.GetCurrentUserRequest) (*v1.GetCurrentUserResponse, error) {
	d.see(ctx, r)
	return &v1.GetCurrentUserResponse{User: d.user}, nil
}

func (d *directory) GetTypeStats(ctx context.Context, r *v1.GetTypeStatsRequest) (*v1.GetTypeStatsResponse, error) {
	d.see(ctx, r)
	return &v1.GetTypeStatsResponse{Total: 7}, nil
}

type entities struct {
	mentionaryv1connect.UnimplementedEntityServiceHandler
	*directory
}

func (e entities) ListEntities(ctx context.Context, r *v1.ListEntitiesRequest) (*v1.ListEntitiesResponse, error) {
	e.see(ctx, r)
	if r.GetType() == "none" {
		return &v1.ListEntitiesResponse{}, nil
	}
	return &v1.ListEntitiesResponse{Total: 41, NextPageToken: "n", Entities: []*v1.Entity{{
		Id: 1, Type: "book", Name: "<Dune> & \"more\"\u2028", Metadata: &v1.EntityMetadata{Author: new("Frank Herbert")},
		Episodes: []*v1.EntityEpisode{{Id: 2, Title: "E"}},
	}}}, nil
}

func (e entities) GetEntity(_ context.Context, r *v1.GetEntityRequest) (*v1.GetEntityResponse, error) {
	switch r.GetId() {
	case 404:
		return nil, connect.NewError(connect.CodeNotFound, errors.New("There is no such entity."))
	case 429:
		err := connect.NewError(connect.CodeResourceExhausted, errors.New("Too many requests."))
		err.Meta().Set("Retry-After", "7")
		return nil, err
	case 500:
		return nil, errors.New("pq: password of user")
	}
	return &v1.GetEntityResponse{Entity: &v1.Entity{Id: r.GetId()}}, nil
}

func (e entities) BatchValidate(ctx context.Context, r *v1.BatchValidateRequest) (*v1.BatchValidateResponse, error) {
	e.see(ctx, r)
	return &v1.BatchValidateResponse{}, nil
}

type favorites struct {
	mentionaryv1connect.UnimplementedFavoriteServiceHandler
	*directory
}

func (f favorites) AddFavorite(ctx context.Context, r *v1.AddFavoriteRequest) (*v1.AddFavoriteResponse, error) {
	f.see(ctx, r)
	return &v1.AddFavoriteResponse{Favorite: &v1.Favorite{
		Id: 3, ItemType: r.GetItemType(), ItemId: r.GetItemId(),
		CreatedAt: timestamppb.New(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)),
	}}, nil
}

func (f favorites) CheckFavorite(ctx context.Context, r *v1.CheckFavoriteRequest) (*v1.CheckFavoriteResponse, error) {
	f.see(ctx, r)
	return &v1.CheckFavoriteResponse{IsFavorite: true}, nil
}

func (f favorites) RemoveFavorite(ctx context.Context, r *v1.RemoveFavoriteRequest) (*v1.RemoveFavoriteResponse, error) {
	f.see(ctx, r)
	return &v1.RemoveFavoriteResponse{Removed: true}, nil
}

type jobs struct {
	mentionaryv1connect.UnimplementedJobServiceHandler
	*directory
}

func (j jobs) Process(ctx context.Context, r *v1.ProcessRequest) (*v1.ProcessResponse, error) {
	j.see(ctx, r)
	return &v1.ProcessResponse{JobId: 5}, nil
}

func (j jobs) RetryJob(ctx context.Context, r *v1.RetryJobRequest) (*v1.RetryJobResponse, error) {
	j.see(ctx, r)
	return &v1.RetryJobResponse{}, nil
}

const maxBody = 4096

func newGate(t testing.TB) (*restgate.Gate, *directory) {
	t.Helper()
	d := &directory{}
	g := restgate.New(maxBody)
	opts := connect.WithInterceptors(restgate.Interceptor(), validate.NewInterceptor())
	for _, mount := range []func() (string, http.Handler){
		func() (string, http.Handler) { return mentionaryv1connect.NewStatsServiceHandler(d, opts) },
		func() (string, http.Handler) { return mentionaryv1connect.NewAuthServiceHandler(d, opts) },
		func() (string, http.Handler) {
			return mentionaryv1connect.NewEntityServiceHandler(entities{directory: d}, opts)
		},
		func() (string, http.Handler) {
			return mentionaryv1connect.NewFavoriteServiceHandler(favorites{directory: d}, opts)
		},
		func() (string, http.Handler) {
			return mentionaryv1connect.NewJobServiceHandler(jobs{directory: d}, opts)
		},
	} {
		require.NoError(t, g.Mount(mount()))
	}
	return g, d
}

// send makes one request; header holds pairs of name and value.
func send(h http.Handler, method, target, body string, header ...string) *httptest.ResponseRecorder {
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, target, reader)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
