// Package period reads the days that requests name.
//
// It does not own what is counted on them: that is the store's.
package period
