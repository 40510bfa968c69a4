//go:build !slim

package temporal

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/server/common/config"
	tlog "go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	persistencesql "go.temporal.io/server/common/persistence/sql"
	"go.temporal.io/server/common/persistence/sql/sqlplugin"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/common/resolver"
	sqliteschema "go.temporal.io/server/schema/sqlite"
	"google.golang.org/protobuf/types/known/durationpb"
	moderncsqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"mentionary/internal/fault"
	"mentionary/internal/searchattr"
)

const (
	schemaSuffix  = ".schema"
	unknownSchema = "unknown" // a file without a note: its making was interrupted, or it is not ours
	maxSchemaNote = 64        // bytes
)

// schemaVersion is the version of both halves of the schema. The server never upgrades a SQLite file.
const schemaVersion = sqliteschema.Version + "-" + sqliteschema.VisibilityVersion

// openFile returns the settings of the SQLite file after making sure that it has the schema and the namespace.
func openFile(o Options) (*config.SQL, error) {
	file, err := filepath.Abs(o.File)
	if err != nil || strings.ContainsAny(file, "?#%") { // the name becomes part of a URI
		return nil, fault.Wrap(fault.BadInput, err, "The name of the embedded Temporal server's file must not contain ?, # or %.").
			WithField("file")
	}
	sql := &config.SQL{
		PluginName: sqlite.PluginName, DatabaseName: file,
		ConnectAttributes: map[string]string{"mode": "rwc", "journal_mode": "wal", "synchronous": "full", "busy_timeout": "5000"},
	}
	if before, ok := opened[file]; ok {
		return sql, unchanged(file, before)
	}
	if err := prepareFile(o, sql); err != nil {
		return nil, unusable(file, err)
	}
	if err := dropIdleIndexes(file); err != nil {
		return nil, unusable(file, err)
	}
	if opened[file], err = os.Stat(file); err != nil {
		return nil, unusable(file, err)
	}
	return sql, nil
}

func unusable(file string, cause error) error {
	return fault.Wrap(fault.Unavailable, cause, "The embedded Temporal server cannot use the file "+file+".").WithField("file")
}

// opened are the files whose connections this process holds for good, by name; guarded by running.
var opened = map[string]os.FileInfo{}

// unchanged refuses a file that was replaced since this process opened it: the server would go on writing to the old one.
func unchanged(file string, before os.FileInfo) error {
	now, err := os.Stat(file)
	if err == nil && os.SameFile(before, now) {
		if version, err := readSchemaNote(file); err == nil && version == schemaVersion {
			return nil
		}
	}
	return fault.New(fault.Conflict, "The file of the embedded Temporal server was replaced while this process had it open. Start the "+
		"program again.").WithField("file")
}

func prepareFile(o Options, sql *config.SQL) error {
	file := sql.DatabaseName
	switch _, err := os.Stat(file); {
	case err == nil:
		version, err := readSchemaNote(file)
		if err != nil {
			return err
		}
		why := "it has another schema"
		if version == schemaVersion {
			damage, err := damaged(file)
			if damage == "" || err != nil {
				return err
			}
			version, why = "damaged", "it is damaged: "+damage
		}
		aside, err := setAside(file, version, time.Now())
		if err != nil {
			return err
		}
		o.Logger.Warn("The embedded Temporal server begins a new file in the place of the old one; unfinished jobs start again.",
			"why", why, "kept", aside, "schema", version, "wanted", schemaVersion)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return createFile(o, sql)
}

// createFile makes the file with its schema and namespace; the note is written last, so that a file whose making was
// interrupted is never taken for a whole one.
func createFile(o Options, sql *config.SQL) error {
	if err := os.Remove(sql.DatabaseName + schemaSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(sql.DatabaseName, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // SQLite gives its side files the same mode
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := sqliteschema.SetupSchema(sql); err != nil {
		return err
	}
	attributes := map[string]enumspb.IndexedValueType{}
	for _, name := range searchattr.Names() {
		attributes[name] = enumspb.INDEXED_VALUE_TYPE_KEYWORD
	}
	ns, err := sqliteschema.NewNamespaceConfig(clusterName, o.Namespace, false, attributes)
	if err != nil {
		return err
	}
	ns.Detail.Config.Retention = durationpb.New(o.Retention)
	if err := sqliteschema.CreateNamespaces(sql, ns); err != nil {
		return err
	}
	return writeSchemaNote(sql.DatabaseName)
}

// damaged returns what is wrong with a file that is empty, no database, or whose pages do not fit together; "" when it is
// whole. It only reads.
func damaged(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if info.Size() == 0 {
		return "the file is empty", nil
	}
	db, err := sql.Open(sqlite.PluginName, "file:"+file+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return "", err
	}
	defer func() { _ = db.Close() }() // it was only read
	var said string
	err = db.QueryRow("PRAGMA quick_check(1)").Scan(&said)
	var broken *moderncsqlite.Error
	switch {
	case errors.As(err, &broken) && (broken.Code()&0xff == sqlite3.SQLITE_CORRUPT || broken.Code()&0xff == sqlite3.SQLITE_NOTADB):
		return broken.Error(), nil
	case err != nil || said == "ok":
		return "", err
	}
	return said, nil
}

func readSchemaNote(file string) (string, error) {
	b, err := os.ReadFile(file + schemaSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return unknownSchema, nil
	}
	if err != nil {
		return "", err
	}
	version := strings.TrimSpace(string(b))
	// The version becomes part of a file name.
	if version == "" || len(version) > maxSchemaNote || strings.Trim(version, "0123456789.-") != "" {
		return unknownSchema, nil
	}
	return version, nil
}

func writeSchemaNote(file string) error {
	part := file + schemaSuffix + ".part"
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(schemaVersion + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(part, file+schemaSuffix)
}

// setAside renames the file and its side files and returns the new name. The log goes first: a file that is left alone by
// an interruption is set aside at the next start, a log that is left alone would be played into the new file.
func setAside(file, version string, now time.Time) (string, error) {
	aside := fmt.Sprintf("%s.old-%s-%s", file, version, now.UTC().Format("20060102T150405.000Z"))
	for _, suffix := range []string{"-wal", "-shm", "", schemaSuffix} {
		if err := os.Rename(file+suffix, aside+suffix); err != nil && (suffix == "" || !errors.Is(err, fs.ErrNotExist)) {
			return "", err
		}
	}
	return aside, nil
}

// verifyDurable asks the server's own connection whether commits survive a power cut, and fails when they would not.
// A temporary table lives in that connection only; its conditions are the wanted settings.
func verifyDurable(sql *config.SQL) error {
	db, err := persistencesql.NewSQLAdminDB(sqlplugin.DbKindMain, sql, resolver.NewNoopResolver(), tlog.NewNoopLogger(),
		metrics.NoopMetricsHandler)
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "The settings of the embedded Temporal server's file cannot be read.")
	}
	for _, statement := range []string{
		`CREATE TEMP TABLE IF NOT EXISTS durable (journal TEXT NOT NULL CHECK (journal = 'wal'), sync INTEGER NOT NULL CHECK (sync >= 2))`,
		`INSERT INTO temp.durable SELECT journal_mode, synchronous FROM pragma_journal_mode, pragma_synchronous`,
		`DROP TABLE temp.durable`,
	} {
		if err := db.Exec(statement); err != nil {
			return errors.Join(fault.Wrap(fault.Unavailable, err,
				"The embedded Temporal server's file is not written safely (journal_mode=WAL and synchronous=FULL are needed). Move it to a "+
					"local disk."), db.Close())
		}
	}
	return db.Close()
}
