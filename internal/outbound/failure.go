package outbound

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
)

// Failure says how a request failed that got no answer. A refused target is Unreachable like any other.
type Failure string

// The failures.
const (
	Unreachable      Failure = "unreachable" // refused by us or by the other side, no route, connection broken
	NoSuchName       Failure = "no_such_name"
	TimedOut         Failure = "timed_out"
	BadCertificate   Failure = "bad_certificate"
	TooManyRedirects Failure = "too_many_redirects"
)

// FailureOf classifies the error of a client of this package.
func FailureOf(err error) Failure {
	var (
		dns     *net.DNSError
		cert    *tls.CertificateVerificationError
		alert   tls.AlertError
		record  tls.RecordHeaderError
		timeout net.Error
	)
	switch {
	case errors.Is(err, ErrRefused):
		return Unreachable
	case errors.Is(err, ErrTooManyRedirects):
		return TooManyRedirects
	case errors.As(err, &dns):
		return NoSuchName
	case errors.As(err, &cert), errors.As(err, &alert), errors.As(err, &record):
		return BadCertificate
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return TimedOut
	default:
		return Unreachable
	}
}

// dialFailed reports whether no connection came about at all.
func dialFailed(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}
