// Package app wires the product: it is the only place that knows every part.
//
// Run starts everything in one process (SQLite, embedded Temporal and its UI, development sign-in, demo library, web server,
// workers); Serve and Worker start their part beside PostgreSQL and a Temporal cluster; Engine runs the embedded Temporal
// alone; Migrate prepares a database; Import brings files in; Backup, Restore and AfterPostgres save it and bring it back;
// Doctor looks at everything; Eval measures what readers see. The embedded Temporal is left out of the slim build by one
// file (engine_slim.go).
package app
