package database

import (
	"crypto/rand"
	"fmt"
	"strings"
)

// RandomKey returns 26 random characters of [a-z2-7], about 128 bits: ids that people see and nobody can guess.
func RandomKey() string { return strings.ToLower(rand.Text()) }

// JobKey is the part of a job's workflow id that is its own.
func JobKey(key string, incarnation int) string { return fmt.Sprintf("%s-%d", key, incarnation) }
