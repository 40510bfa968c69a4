package database

import (
	"crypto/rand"
	"strings"
)

// RandomKey returns 26 random characters of [a-z2-7], about 128 bits: ids that people see and nobody can guess.
func RandomKey() string { return strings.ToLower(rand.Text()) }
