package app

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/opentelemetry"
	"go.temporal.io/sdk/interceptor"
	sdklog "go.temporal.io/sdk/log"

	"mentionary/internal/config"
)

// dial returns a client of the workflow engine that connects when it is first needed.
func (p *parts) dial(address string) (client.Client, error) {
	t := p.cfg.Temporal
	traces, err := opentelemetry.NewTracingInterceptor(opentelemetry.TracerOptions{})
	if err != nil {
		return nil, err
	}
	o := client.Options{
		HostPort: address, Namespace: t.Namespace, Identity: "mentionary", Logger: sdklog.NewStructuredLogger(p.log),
		Interceptors: []interceptor.ClientInterceptor{traces}, // its worker half stands around workflows and activities
	}
	if t.TLS == "true" {
		if o.ConnectionOptions.TLS, err = clusterTLS(t); err != nil {
			return nil, err
		}
	}
	if k := t.APIKey.Reveal(); k != "" {
		o.Credentials = client.NewAPIKeyStaticCredentials(k)
	}
	return client.NewLazyClient(o)
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
