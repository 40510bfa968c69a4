package database

import (
	"container/list"
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"

	"modernc.org/sqlite"
)

const (
	// statementsKept is how many prepared statements a connection to SQLite keeps: those that were sent last.
	statementsKept = 200
	// longStatement is the length of statements that are not kept: many rows at once, hardly ever as many again.
	longStatement = 4 << 10
)

// preparing is the driver of SQLite with connections that prepare a statement once: parsing and planning it takes longer than most
// statements run. PostgreSQL's driver does this by itself.
type preparing struct{ driver.Connector }

var errNotKept = errors.New("the driver of SQLite lacks what statements are kept with")

func openPreparing(dsn string) (driver.Connector, error) {
	c, err := sqlite.NewConnector(dsn)
	return preparing{c}, err
}

// Connect returns a connection that keeps its statements.
func (p preparing) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	inner, ok := c.(sqliteConn)
	if !ok {
		return nil, errors.Join(errNotKept, c.Close())
	}
	return &preparingConn{sqliteConn: inner, kept: map[string]*list.Element{}, order: list.New()}, nil
}

// sqliteConn is what a connection of the driver can do.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// preparingConn is a connection with the statements that it has prepared. A statement that is under way is not among them. The package
// database/sql lets one goroutine at a time use it.
type preparingConn struct {
	sqliteConn
	kept  map[string]*list.Element // by text
	order *list.List               // of *preparedStatement, the one used last in front
}

type preparedStatement struct {
	text string
	sqliteStatement
}

type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// keeps reports whether a statement is worth keeping, and may be: some pragmas run while they are prepared.
func keeps(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return len(text) < longStatement && slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}, word)
}

// take returns a statement that is not under way.
func (c *preparingConn) take(ctx context.Context, text string) (*preparedStatement, error) {
	if at, ok := c.kept[text]; ok {
		delete(c.kept, text)
		s, _ := c.order.Remove(at).(*preparedStatement)
		return s, nil
	}
	stmt, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	inner, ok := stmt.(sqliteStatement)
	if !ok {
		return nil, errors.Join(errNotKept, stmt.Close())
	}
	return &preparedStatement{text: text, sqliteStatement: inner}, nil
}

// give keeps a statement that has ended.
func (c *preparingConn) give(s *preparedStatement) error {
	if c.kept[s.text] != nil { // two were under way at once
		return s.Close()
	}
	c.kept[s.text] = c.order.PushFront(s)
	if len(c.kept) <= statementsKept {
		return nil
	}
	oldest, _ := c.order.Remove(c.order.Back()).(*preparedStatement)
	delete(c.kept, oldest.text)
	return oldest.Close()
}

// ExecContext runs a statement.
func (c *preparingConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if !keeps(text) {
		return c.sqliteConn.ExecContext(ctx, text, args)
	}
	s, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	result, err := s.ExecContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return result, c.give(s)
}

// QueryContext asks for rows.
func (c *preparingConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	if !keeps(text) {
		return c.sqliteConn.QueryContext(ctx, text, args)
	}
	s, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &preparedRows{Rows: rows, conn: c, statement: s}, nil
}

// Close closes the connection and what it keeps.
func (c *preparingConn) Close() error {
	var all error
	for at := c.order.Front(); at != nil; at = at.Next() {
		if s, ok := at.Value.(*preparedStatement); ok {
			all = errors.Join(all, s.Close())
		}
	}
	c.order.Init()
	clear(c.kept)
	return errors.Join(all, c.sqliteConn.Close())
}

// preparedRows are rows of a statement that is kept when they are closed.
type preparedRows struct {
	driver.Rows
	conn      *preparingConn
	statement *preparedStatement
}

// Close ends the statement.
func (r *preparedRows) Close() error {
	if r.statement == nil {
		return nil
	}
	s := r.statement
	r.statement = nil
	if err := r.Rows.Close(); err != nil {
		return errors.Join(err, s.Close())
	}
	return r.conn.give(s)
}
