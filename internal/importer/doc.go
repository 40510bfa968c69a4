// Package importer is the client behind `mentionary import` and `mentionary add`: it finds transcripts in files
// and folders, sends them to a running instance, follows the jobs and says what became of them; and it submits
// an address, the show of a name, or those of a subscription list, once it has said what they come to. It calls
// the contract by the generated client, and the route for files as a browser does.
//
// It owns: the search for transcripts in the paths a person names, the calls and their retries, the progress
// line and the summary. It does not own the file formats and how files become episodes (source/upload), how an
// instance is found or started and the exit code (app), the HTTP client and its connections (outbound), or
// anything behind the contract.
package importer
