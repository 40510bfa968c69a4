package convert

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"mentionary/apiserver/period"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/database"
)

// AuditFilter is what a request leaves of the audit log.
func AuditFilter(r *v1.ListAuditRequest) (f database.AuditFilter, err error) {
	f.Object, f.Actor, f.Operation = r.GetObject(), r.GetActor(), r.GetOperation()
	if r.GetFrom() != "" {
		if f.From, err = period.Day("from", r.GetFrom()); err != nil {
			return f, err
		}
	}
	if r.GetTo() != "" {
		last, err := period.Day("to", r.GetTo())
		if err != nil {
			return f, err
		}
		f.Until = last.AddDate(0, 0, 1)
	}
	return f, nil
}

// AuditEntry is a line of the audit log.
func AuditEntry(e database.AuditEntry) *v1.AuditEntry {
	return &v1.AuditEntry{
		Id: Number(e.ID), Actor: e.Actor, ActorName: e.ActorName, Operation: e.Operation, Object: e.Object,
		Changes: auditChanges(e.Before, e.After), CreatedAt: At(&e.CreatedAt), ObjectName: Optional(e.ObjectName),
	}
}

// AuditNames are what the audit log can be filtered by; people by their names, those without one last.
func AuditNames(n database.AuditNames) *v1.ListAuditNamesResponse {
	out := &v1.ListAuditNamesResponse{Operations: n.Operations}
	for id, name := range n.Actors {
		out.People = append(out.People, &v1.AuditPerson{Id: id, Name: Optional(name)})
	}
	slices.SortFunc(out.GetPeople(), func(a, b *v1.AuditPerson) int {
		if named := a.Name != nil; named != (b.Name != nil) {
			return map[bool]int{true: -1, false: 1}[named]
		}
		return cmp.Or(strings.Compare(a.GetName(), b.GetName()), strings.Compare(a.GetId(), b.GetId()))
	})
	return out
}

// auditChanges sets the fields before and after side by side, by name.
func auditChanges(before, after map[string]any) []*v1.AuditChange {
	fields := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(fields)
	var out []*v1.AuditChange
	for _, f := range slices.Compact(fields) {
		out = append(out, &v1.AuditChange{Field: f, Before: auditValue(before[f]), After: auditValue(after[f])})
	}
	return out
}

// auditValue is a stored value as people read it: texts as they are, everything else as JSON.
func auditValue(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "" // it was read from JSON
	}
	return string(text)
}
