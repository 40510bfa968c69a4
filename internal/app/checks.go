package app

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"mentionary/internal/config"
	"mentionary/internal/doctor"
	"mentionary/internal/engine"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// checks are what the health call of a web server is made of: those of the doctor, of the running parts. People who may ask
// are not told where services are.
func (p *parts) checks(e *engine.Engine) []doctor.Check {
	cfg := p.cfg
	temporal := doctor.Temporal{
		Address: "Temporal", Namespace: cfg.Temporal.Namespace, NoNamespace: noNamespace,
		Ask: func(ctx context.Context) ([]string, error) {
			missing, err := e.MissingAttributes(ctx, cfg.Temporal.Namespace)
			if engine.NotAllowed(err) {
				return nil, e.Health(ctx)
			}
			return missing, err
		},
	}
	all := []doctor.Check{
		named("database", doctor.DatabaseCheck(p.databaseTakesWrites)),
		named("workflows", doctor.TemporalCheck(temporal)),
		named("sign_in", doctor.Provider(p.out.Operator(), cfg.OIDC.Issuer.String())),
		named("model", modelCheck(cfg, p.out.Operator(), "The model server")),
		named("speech", speechCheck(cfg, p.out.Operator(), "The speech server")),
	}
	queues := &queueFacts{engine: e, namespace: cfg.Temporal.Namespace}
	for _, q := range work.Queues() {
		all = append(all, doctor.QueueCheck(string(q), queues.ask))
	}
	if !cfg.Database.Named() {
		all = append(all, doctor.Disk(cfg.DataDir, p.free))
	}
	return all
}

// queueFactsLife is how long an answer about the task queues serves: their checks are asked at the same moment.
const queueFactsLife = time.Second

// queueFacts asks for all task queues once for the checks of each.
type queueFacts struct {
	engine    *engine.Engine
	namespace string

	mu   sync.Mutex
	at   time.Time
	last []doctor.Queue
	err  error
}

func (f *queueFacts) ask(ctx context.Context) ([]doctor.Queue, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.at) < queueFactsLife {
		return f.last, f.err
	}
	all, err := f.engine.TaskQueues(ctx, f.namespace)
	f.last, f.err, f.at = nil, err, time.Now()
	for _, q := range all {
		f.last = append(f.last, doctor.Queue{
			Name: string(q.Name), Workers: len(q.Workers), Backlog: q.Backlog, Oldest: q.Oldest, Paused: q.Paused,
		})
	}
	return f.last, f.err
}

// named gives a check the name that the contract has for it.
func named(name string, c doctor.Check) doctor.Check { return doctor.Check{Name: name, Look: c.Look} }

func modelCheck(cfg *config.Config, client *http.Client, server string) doctor.Check {
	return doctor.Model(client, server, cfg.Model.URL.String(), cfg.Model.Key.Reveal(), cfg.Model.Name)
}

func speechCheck(cfg *config.Config, client *http.Client, server string) doctor.Check {
	return doctor.Speech(client, server, cfg.Speech.URL.String(), cfg.Speech.Key.Reveal(), cfg.Speech.Name)
}

// databaseTakesWrites looks at the open database and writes a row.
func (p *parts) databaseTakesWrites(ctx context.Context) (doctor.Database, error) {
	c, err := p.store.Condition(ctx)
	if err == nil {
		err = p.store.WriteCheck(ctx)
	}
	return condition(c, "The database", p.cfg.Database.Named()), cause(err)
}

// condition is what the doctor is told about a database.
func condition(c database.Condition, name string, postgres bool) doctor.Database {
	return doctor.Database{
		Name: name, Postgres: postgres, SchemaVersion: c.SchemaVersion, KnownVersion: c.KnownVersion, JournalMode: c.JournalMode,
		ServerVersion: c.ServerVersion, Trigrams: c.Trigrams, MayExtend: c.MayExtend, MayCreate: c.MayCreate, Ahead: c.Ahead,
	}
}

// diskFull returns an error while the disk of an SQLite database takes no more. PostgreSQL looks after its own.
func (p *parts) diskFull() error {
	if p.cfg.Database.Named() {
		return nil
	}
	if free, err := p.free(p.cfg.DataDir); err == nil && doctor.Full(free) {
		return errors.New(doctor.Space(free).Text)
	}
	return nil
}
