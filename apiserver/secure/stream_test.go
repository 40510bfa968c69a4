package secure_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
)

// watcher sends a message, waits until it was seen, and sends another.
type watcher struct{ seen chan struct{} }

func (w watcher) Watch(ctx context.Context, _ *v1.WatchRequest, s *connect.ServerStream[v1.WatchResponse]) error {
	if err := s.Send(&v1.WatchResponse{Heartbeat: true}); err != nil {
		return err
	}
	select {
	case <-w.seen:
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.Send(&v1.WatchResponse{CatalogueVersion: new(float64(2))})
}

func TestConnectStreamsPassEveryLayer(t *testing.T) {
	t.Parallel()
	for name, option := range map[string]connect.ClientOption{"proto": connect.WithSendGzip(), "json": connect.WithProtoJSON()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := watcher{make(chan struct{})}
			_, h := mentionaryv1connect.NewWatchServiceHandler(w)
			server := httptest.NewServer(wrap(t, http.HandlerFunc(h.ServeHTTP)))
			t.Cleanup(server.Close)
			stream, err := mentionaryv1connect.NewWatchServiceClient(server.Client(), server.URL, option).Watch(t.Context(), &v1.WatchRequest{})
			require.NoError(t, err)
			require.True(t, stream.Receive(), stream.Err())
			require.True(t, stream.Msg().GetHeartbeat())
			require.Equal(t, "no-store", stream.ResponseHeader().Get("Cache-Control"))
			close(w.seen)
			require.True(t, stream.Receive(), stream.Err())
			require.InDelta(t, 2, stream.Msg().GetCatalogueVersion(), 0)
			require.False(t, stream.Receive())
			require.NoError(t, stream.Err())
		})
	}
}
