// Package itunes asks Apple's directory of podcasts: shows by their names, and which feed a link to Apple Podcasts stands for.
package itunes
