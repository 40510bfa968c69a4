//go:build !slim

package temporal

import (
	"io"
	"log"
	"net"
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/labstack/echo/v4"
	ui "github.com/temporalio/ui-server/v2/server"
	"github.com/temporalio/ui-server/v2/server/api"
	uiconfig "github.com/temporalio/ui-server/v2/server/config"
	"github.com/temporalio/ui-server/v2/server/server_options"
)

// webUI is the running web interface. It only shows: actions on jobs go through our own audited pages.
type webUI struct {
	server *ui.Server
	ended  chan struct{}
}

// startUI starts the web interface on a port probed by choosePorts. It ends the process if the port is taken all the
// same, which is why the caller probes just before.
func startUI(o Options, port int, temporalAddress string) *webUI {
	cfg := &uiconfig.Config{
		TemporalGRPCAddress: temporalAddress, DefaultNamespace: o.Namespace,
		Host: loopbackHost, Port: port, PublicPath: o.UIPublicPath, EnableUI: true,
		DisableWriteActions: true, BatchActionsDisabled: true, StartWorkflowDisabled: true,
		DisableNewsFetch: true, HideLogs: true,
		CORS: uiconfig.CORS{CookieInsecure: true}, // no other origin is allowed; loopback has no TLS
	}
	w := &webUI{server: newQuietly(cfg), ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		_ = w.server.Start() // answers nil after Stop and ends the process otherwise
	}()
	return w
}

// newQuietly makes the UI server, which writes a warning about the public path to the standard logger.
func newQuietly(cfg *uiconfig.Config) *ui.Server {
	before := log.Writer()
	log.SetOutput(io.Discard)
	defer log.SetOutput(before)
	return ui.NewServer(server_options.WithConfigProvider(cfg), server_options.WithAPIMiddleware([]api.Middleware{localHostOnly}))
}

// localHostOnly refuses data to pages that reached the loopback address under a name of their own (DNS rebinding): the
// web interface has no login.
func localHostOnly(c echo.Context) runtime.ServeMuxOption {
	return runtime.WithMiddlewares(func(next runtime.HandlerFunc) runtime.HandlerFunc {
		if localHost(c.Request().Host) {
			return next
		}
		return func(w http.ResponseWriter, _ *http.Request, _ map[string]string) {
			http.Error(w, "The Temporal web interface answers under 127.0.0.1 and localhost only.", http.StatusForbidden)
		}
	})
}

// localHost reports whether the Host header names this machine.
func localHost(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return host == loopbackHost || host == "localhost"
}

func (w *webUI) stop() {
	w.server.Stop()
	<-w.ended
}
