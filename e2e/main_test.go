//go:build e2e

package e2e_test

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	_ "modernc.org/sqlite"             // driver "sqlite"
)

// What the tests run against; TestMain has seen that it is there.
var (
	fullProgram = os.Getenv("MENTIONARY_BIN")
	slimProgram = os.Getenv("MENTIONARY_SLIM_BIN")
	postgresURL = cmp.Or(os.Getenv("MENTIONARY_TEST_POSTGRES"), "postgres://mentionary@127.0.0.1:54329/postgres?sslmode=disable")
)

// atOnce is how many scenarios run side by side: they wait more than they compute.
const atOnce = "5"

func TestMain(m *testing.M) {
	flag.Parse()
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// prepare says what is missing in a sentence, once, instead of in every test.
func prepare() error {
	for name, path := range map[string]string{"MENTIONARY_BIN": fullProgram, "MENTIONARY_SLIM_BIN": slimProgram} {
		if path == "" {
			return fmt.Errorf("%s is not set: run make build and name the program by its absolute path", name)
		}
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			return fmt.Errorf("%s names %s, which is no program: run make build", name, path)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	db, err := sql.Open("pgx", postgresURL)
	if err != nil {
		return fmt.Errorf("MENTIONARY_TEST_POSTGRES cannot be read: %w", err)
	}
	defer func() { _ = db.Close() }() // nothing was written
	if err := db.PingContext(ctx); err != nil {
		return fmt.Errorf("PostgreSQL does not answer: run tools/postgres.sh start, or set MENTIONARY_TEST_POSTGRES: %w", err)
	}
	return flag.Set("test.parallel", atOnce)
}
