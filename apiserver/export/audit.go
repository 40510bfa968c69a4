package export

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	"mentionary/apiserver/refusal"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/restgate/fulljson"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/policies"
)

// Audit is GET /api/admin/audit/export.
type Audit struct {
	store    *store.Store
	gate     *gate.Gate
	refusals *refusal.Reporter
	now      func() time.Time
	log      *slog.Logger
}

// NewAudit makes the route.
func NewAudit(s *store.Store, g *gate.Gate, r *refusal.Reporter, now func() time.Time, log *slog.Logger) *Audit {
	return &Audit{store: s, gate: g, refusals: r, now: now, log: log}
}

// auditFormat is a form in which the log is written.
type auditFormat struct {
	contentType string
	write       func(w io.Writer, each func(add func(database.AuditEntry) error) error) error
}

var auditFormats = map[string]auditFormat{
	"csv":  {"text/csv; charset=utf-8; header=present", writeAuditCSV},
	"json": {"application/json; charset=utf-8", writeAuditJSON},
}

// ServeHTTP sends the audit log as a file, the newest change first, with the filters of ListAudit. It is written while it is
// read.
func (e *Audit) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, err := e.gate.Admit(r.Context(), policies.ExportAudit, r.Header)
	var filter database.AuditFilter
	var form auditFormat
	var name string
	if err == nil {
		name, form, filter, err = askedAudit(r)
	}
	if err != nil {
		e.refusals.Plain(w, r, policies.ExportAudit, err)
		return
	}
	d := download{e.refusals, e.log, form.contentType, "mentionary-audit-" + e.now().UTC().Format(time.DateOnly) + "." + name}
	d.send(w, r.WithContext(ctx), func(body io.Writer) error {
		return form.write(body, func(add func(database.AuditEntry) error) error { return e.store.EachAudit(ctx, filter, add) })
	})
}

// askedAudit reads the format and the filters of a request.
func askedAudit(r *http.Request) (name string, form auditFormat, f database.AuditFilter, err error) {
	q := r.URL.Query()
	if name = q.Get("format"); name == "" {
		name = "csv"
	}
	form, known := auditFormats[name]
	if !known {
		return name, form, f, fault.New(fault.BadInput, "That format does not exist. Choose csv or json.").WithField("format")
	}
	f, err = convert.AuditFilter(&v1.ListAuditRequest{
		Object: q.Get("object"), Actor: q.Get("actor"), Operation: q.Get("operation"), From: q.Get("from"), To: q.Get("to"),
	})
	return name, form, f, err
}

// auditTime writes all digits of a second that are kept, so that texts sort as times do.
const auditTime = "2006-01-02T15:04:05.000000Z07:00"

// writeAuditCSV writes a line for each field that changed, so that a spreadsheet can sort by it.
func writeAuditCSV(w io.Writer, each func(func(database.AuditEntry) error) error) error {
	out := csv.NewWriter(w)
	head := []string{"id", "time", "actor", "actorName", "operation", "object", "objectName", "field", "before", "after"}
	if err := out.Write(head); err != nil {
		return err
	}
	err := each(func(row database.AuditEntry) error {
		e := convert.AuditEntry(row)
		changes := e.GetChanges()
		if len(changes) == 0 {
			changes = []*v1.AuditChange{{}}
		}
		for _, c := range changes {
			line := []string{
				strconv.Itoa(int(e.GetId())), row.CreatedAt.UTC().Format(auditTime), e.GetActor(), e.GetActorName(), e.GetOperation(),
				e.GetObject(), e.GetObjectName(), c.GetField(), c.GetBefore(), c.GetAfter(),
			}
			for i := range line {
				line[i] = cell(line[i])
			}
			if err := out.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
	out.Flush()
	return errors.Join(err, out.Error())
}

// cell is a text that spreadsheets take for a text: names are people's own words, and one that begins like a formula would be
// calculated by whoever opens the file. An apostrophe before it keeps it a text.
func cell(text string) string {
	begins, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " \u00a0"))
	if strings.ContainsRune("=+-@\t\r\n＝＋－＠", begins) {
		return "'" + text
	}
	return text
}

// writeAuditJSON writes a list of entries as ListAudit returns them, one a line.
func writeAuditJSON(w io.Writer, each func(func(database.AuditEntry) error) error) error {
	out := bufio.NewWriterSize(w, 64<<10)
	before := "["
	text := func(s string) { _, _ = out.WriteString(s) } // the writer keeps its first error
	var line bytes.Buffer
	err := each(func(row database.AuditEntry) error {
		line.Reset()
		if err := fulljson.Message(&line, convert.AuditEntry(row).ProtoReflect()); err != nil {
			return err
		}
		text(before + "\n")
		before = ","
		_, err := out.Write(line.Bytes())
		return err
	})
	if err != nil {
		return err
	}
	if before == "[" {
		text(before)
	}
	text("\n]\n")
	return out.Flush()
}
