package store

import (
	"crypto/rand"
	"fmt"
	"strings"
)

// randomKey answers 26 random characters of [a-z2-7], about 128 bits: ids that people see and nobody can guess.
func randomKey() string { return strings.ToLower(rand.Text()) }

// jobKey is the part of a job's workflow id that is its own.
func jobKey(key string, incarnation int) string { return fmt.Sprintf("%s-%d", key, incarnation) }
