package app

import (
	"context"
	"errors"
	"net/http"

	"mentionary/internal/config"
	"mentionary/internal/doctor"
	"mentionary/internal/engine"
	"mentionary/internal/store/database"
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
		doctor.Workers(func(ctx context.Context) ([]string, error) {
			queues, err := e.Unattended(ctx)
			names := make([]string, len(queues))
			for i, q := range queues {
				names[i] = string(q)
			}
			return names, err
		}),
		named("sign_in", doctor.Provider(p.out.Operator(), cfg.OIDC.Issuer.String())),
		named("model", modelCheck(cfg, p.out.Operator(), "The model server")),
	}
	if !cfg.Database.Named() {
		all = append(all, doctor.Disk(cfg.DataDir, p.free))
	}
	return all
}

// named gives a check the name that the contract has for it.
func named(name string, c doctor.Check) doctor.Check { return doctor.Check{Name: name, Look: c.Look} }

func modelCheck(cfg *config.Config, client *http.Client, server string) doctor.Check {
	return doctor.Model(client, server, cfg.Model.URL.String(), cfg.Model.Key.Reveal(), cfg.Model.Name)
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
