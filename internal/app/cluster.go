package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/opentelemetry"
	"go.temporal.io/sdk/interceptor"
	sdklog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"mentionary/internal/config"
	"mentionary/internal/engine"
	"mentionary/internal/telemetry"
)

// slotsEvery is how often a worker tells the server how busy it is.
const slotsEvery = 10 * time.Second

// nameBuild tells workers which program they are part of, before the first begins: otherwise that one reads and hashes all of it, some 240
// MB with the embedded server, whose own workers begin first.
func nameBuild() { worker.SetBinaryChecksum(Version) }

// dial returns a client of the workflow engine that connects when it is first needed.
func (p *parts) dial(address string) (client.Client, error) {
	t := p.cfg.Temporal
	traces, err := opentelemetry.NewTracingInterceptor(opentelemetry.TracerOptions{})
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	nameBuild()
	o := client.Options{
		HostPort: address, Namespace: t.Namespace, Logger: sdklog.NewStructuredLogger(p.log),
		Identity: engine.Identity(os.Getpid(), host, Version), WorkerHeartbeatInterval: slotsEvery,
		Interceptors: []interceptor.ClientInterceptor{traces}, // its worker half stands around workflows and activities
	}
	o.ConnectionOptions.GrpcCompression = &client.GrpcCompressionNone{} // what we send are ids: packing them costs more than they do
	if t.TLS.On {
		if o.ConnectionOptions.TLS, err = clusterTLS(t); err != nil {
			return nil, err
		}
	}
	if k := t.APIKey.Reveal(); k != "" {
		o.Credentials = client.NewAPIKeyStaticCredentials(k)
	}
	return client.NewLazyClient(o)
}

// connect reaches the workflow engine when it is first needed, and sends traces when that is configured, until hangUp.
func (p *parts) connect(ctx context.Context, address string) (e *engine.Engine, hangUp func(), err error) {
	c, err := p.dial(address)
	if err != nil {
		return nil, nil, err
	}
	endTraces, err := telemetry.StartTraces(ctx, p.cfg.Traces.String(), Version, p.out.Operator())
	if err != nil {
		c.Close()
		return nil, nil, err
	}
	return engine.New(c, p.store.Jobs, p.store.Curate, time.Now, p.log).ReadAgain(p.store.Rereading), func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		if err := endTraces(ctx); err != nil {
			p.log.Warn("the last traces were not sent", "error", err)
		}
		c.Close()
	}, nil
}

// clusterTLS is how the cluster proves who it is, and we to it.
func clusterTLS(t config.Temporal) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: t.Server}
	if t.CAFile != "" {
		pem, err := os.ReadFile(t.CAFile)
		if err != nil {
			return nil, fmt.Errorf("MENTIONARY_TEMPORAL_CA_FILE: %w", err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("MENTIONARY_TEMPORAL_CA_FILE: %s holds no certificate in PEM form", t.CAFile)
		}
	}
	if t.CertFile != "" {
		own, err := tls.LoadX509KeyPair(t.CertFile, t.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("MENTIONARY_TEMPORAL_CERT_FILE: %w", err)
		}
		c.Certificates = []tls.Certificate{own}
	}
	return c, nil
}
