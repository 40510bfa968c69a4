package storetest

import "testing"

func jobSuite(t *testing.T, open Open)        {}
func wantSuite(t *testing.T, open Open)       {}
func transcriptSuite(t *testing.T, open Open) {}
func propertySuite(t *testing.T, open Open)   {}
func listSuite(t *testing.T, open Open)       {}
func visibilitySuite(t *testing.T, open Open) {}
func searchSuite(t *testing.T, open Open)     {}
func linkSuite(t *testing.T, open Open)       {}
func peopleSuite(t *testing.T, open Open)     {}
