package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"mentionary/internal/wording"
)

// Database is what there is to know about the database.
type Database struct {
	Name          string // what it is called in sentences, without a password
	Postgres      bool
	SchemaVersion int64 // 0: never migrated
	KnownVersion  int64 // of this program
	JournalMode   string
	ServerVersion string
	Trigrams      bool // the extension pg_trgm is there
	MayExtend     bool // the role may create extensions
	MayCreate     bool // the role may create tables
	Ahead         time.Duration
}

// farApart is the difference of clocks, either way, from which sessions and retries are off.
const farApart = 2 * time.Second

// putBack is the way out of a damaged database.
const putBack = "put a backup in its place with mentionary restore FILE --force; what is there is kept beside it"

// Integrity reads the database of one machine to its end: every page, index and reference. An error of read that is
// fs.ErrNotExist means that the file is still to be made.
func Integrity(name string, read func(ctx context.Context) error) Check {
	return Check{"integrity", func(ctx context.Context) Finding {
		err := read(ctx)
		switch {
		case err == nil:
			return good("Every page, index and reference of the database is sound.")
		case errors.Is(err, fs.ErrNotExist):
			return good("There is no database to read yet.")
		case ctx.Err() != nil:
			return warn("The database is too large to be read to its end in %s: mentionary backup reads all of it.", Limit)
		}
		return bad("%s is damaged: %s.", name, putBack).because(err)
	}}
}

// DatabaseCheck looks at the database that ask answers for. An error that is fs.ErrNotExist means that an SQLite file is
// still to be made.
func DatabaseCheck(ask func(ctx context.Context) (Database, error)) Check {
	return Check{"database", func(ctx context.Context) Finding {
		d, err := ask(ctx)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return good("%s is not there yet: mentionary run makes it.", d.Name)
		case err != nil && d.Postgres:
			return bad("%s does not answer: start it, and check MENTIONARY_DATABASE, its user and password.", d.Name).because(err)
		case err != nil:
			return bad("%s cannot be used: %s.", d.Name, putBack).because(err)
		}
		return d.finding()
	}}
}

func (d Database) finding() Finding {
	var problems, warnings []string
	switch {
	case d.SchemaVersion > d.KnownVersion:
		problems = append(problems, fmt.Sprintf("Its schema (%d) is newer than this program knows (%d): start the newer program, or restore a "+
			"backup made before the upgrade.", d.SchemaVersion, d.KnownVersion))
	case d.SchemaVersion == 0 && d.Postgres:
		problems = append(problems, "It has no schema yet: run mentionary migrate.")
	case d.SchemaVersion < d.KnownVersion && d.Postgres:
		problems = append(problems, "Its schema is older than this program: make a backup, then run mentionary migrate.")
	case d.SchemaVersion < d.KnownVersion:
		warnings = append(warnings, "Its schema is older than this program: mentionary run brings it up to date. Make a backup first.")
	}
	if d.Postgres {
		p, w := d.postgresFindings()
		problems, warnings = append(problems, p...), append(warnings, w...)
	} else if d.JournalMode != "wal" {
		warnings = append(warnings, fmt.Sprintf("Its journal mode is %q: mentionary run sets it to wal.", d.JournalMode))
	}
	said := d.Name
	if d.Postgres {
		said += ", PostgreSQL " + d.ServerVersion
	}
	all := append(problems, warnings...)
	switch {
	case len(problems) > 0:
		return bad("%s. %s", said, strings.Join(all, "\n"))
	case len(warnings) > 0:
		return warn("%s. %s", said, strings.Join(all, "\n"))
	}
	return good("%s, schema %d.", said, d.SchemaVersion)
}

func (d Database) postgresFindings() (problems, warnings []string) {
	if !d.Trigrams && !d.MayExtend {
		problems = append(problems, "The extension pg_trgm is missing and this role may not create it: let a superuser run CREATE EXTENSION "+
			"pg_trgm in this database.")
	}
	if !d.MayCreate {
		problems = append(problems, "The role may not create tables: let it own the database or its schema, so that mentionary migrate works.")
	}
	if d.Ahead > farApart || d.Ahead < -farApart {
		warnings = append(warnings, fmt.Sprintf("Its clock and this machine's are %s apart: set both by the network's time.",
			d.Ahead.Abs().Round(time.Second)))
	}
	return problems, warnings
}

// Temporal is what there is to know about the workflow engine.
type Temporal struct {
	Address   string
	Namespace string
	Embedded  bool // it is started by mentionary run
	Slim      bool // this build cannot start it
	Running   bool // mentionary run has the data folder
	// Ask returns the search attributes that the namespace lacks.
	Ask func(ctx context.Context) (missing []string, err error)
	// NoNamespace reports whether an error of Ask means that the server answers and has no such namespace.
	NoNamespace func(error) bool
}

// TemporalCheck looks at the workflow engine.
func TemporalCheck(t Temporal) Check {
	return Check{"Temporal", func(ctx context.Context) Finding {
		if t.Embedded && !t.Running {
			if t.Slim {
				return bad("This is the slim build, it has no embedded Temporal: use the full build for mentionary run, or serve and worker beside " +
					"a cluster.")
			}
			return good("Embedded: mentionary run starts it on %s.", t.Address)
		}
		missing, err := t.Ask(ctx)
		switch {
		case err != nil && t.NoNamespace(err):
			return bad("%s answers and has no namespace %s: make it (docs/operations.md, Several machines), or name another one with "+
				"MENTIONARY_TEMPORAL_NAMESPACE.", t.Address, t.Namespace)
		case err != nil && t.Embedded:
			return bad("The embedded server does not answer at %s: look at the log of mentionary run.", t.Address).because(err)
		case err != nil:
			return bad("%s does not answer: start it, and check MENTIONARY_TEMPORAL_ADDRESS, MENTIONARY_TEMPORAL_TLS and "+
				"MENTIONARY_TEMPORAL_API_KEY.", t.Address).because(err)
		case len(missing) > 0:
			return bad("The namespace %s lacks the search attributes %s, so no workflow starts: run mentionary migrate (docs/operations.md, "+
				"Several machines).", t.Namespace, strings.Join(missing, ", "))
		}
		if t.Embedded {
			return good("Embedded, answers at %s, namespace %s.", t.Address, t.Namespace)
		}
		return good("%s answers, namespace %s, search attributes are there.", t.Address, t.Namespace)
	}}
}

// Queue is what there is to know about a task queue.
type Queue struct {
	Name    string
	Workers int
	Backlog int
	Oldest  time.Duration
	Paused  bool
}

// longWait is how long a step may wait for a worker before there are too few of them.
const longWait = 5 * time.Minute

// QueueCheck looks at one task queue: who works on it, and how long work waits. ask may be shared by the checks of all queues.
func QueueCheck(name string, ask func(ctx context.Context) ([]Queue, error)) Check {
	return Check{"queue_" + name, func(ctx context.Context) Finding {
		all, err := ask(ctx)
		if err != nil {
			return bad("Temporal does not answer, so nobody knows whether workers are at work on %s.", name).because(err)
		}
		for _, q := range all {
			if q.Name == name {
				return q.finding()
			}
		}
		return bad("Temporal does not know the task queue %s: start a worker with mentionary worker.", name)
	}}
}

func (q Queue) finding() Finding {
	waiting := wording.Count(q.Backlog, "step waits", "steps wait")
	switch {
	case q.Workers == 0 && q.Backlog > 0:
		return bad("No worker takes work from %s, and %s: start one with mentionary worker.", q.Name, waiting)
	case q.Workers == 0:
		return bad("No worker takes work from %s: start one with mentionary worker.", q.Name)
	case q.Paused:
		return warn("%s is paused, and %s: resume it on the page Queues.", q.Name, waiting)
	case q.Oldest > longWait:
		return warn("On %s, %s, the oldest for %s: start more workers, or let each do more at once (MENTIONARY_WORK_MAIN, _FETCH, _MODEL, "+
			"_SPEECH).",
			q.Name, waiting, q.Oldest.Truncate(time.Minute))
	}
	return good("%s on %s; %s.", wording.Count(q.Workers, "worker", "workers"), q.Name, waiting)
}
