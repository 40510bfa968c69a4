package idp

import (
	"crypto/ecdsa"

	jose "github.com/go-jose/go-jose/v4"
)

// signingAlgorithm signs the ID tokens. ES256 keys are made in microseconds, so the start stays quick.
const signingAlgorithm = jose.ES256

type signingKey struct{ key *ecdsa.PrivateKey }

func (signingKey) SignatureAlgorithm() jose.SignatureAlgorithm { return signingAlgorithm }
func (k signingKey) Key() any                                  { return k.key }
func (signingKey) ID() string                                  { return "development" }

type publicKey struct{ signingKey }

func (publicKey) Algorithm() jose.SignatureAlgorithm { return signingAlgorithm }
func (publicKey) Use() string                        { return "sig" }
func (k publicKey) Key() any                         { return &k.key.PublicKey }
