// Package showfindertest plays the servers of podcast directories on loopback, in the shapes in which they answer. What it lists is
// invented.
package showfindertest
