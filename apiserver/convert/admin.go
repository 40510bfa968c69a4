package convert

import (
	"encoding/json"
	"maps"
	"slices"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
)

// BudgetOfUser is the scope of a person's own cap as the contract names it.
const BudgetOfUser = "user"

// Budget is a cap and what is used of it today.
func Budget(b jobs.Budget) *v1.Budget {
	out := &v1.Budget{Scope: b.Scope, TokensPerDay: Number(b.Tokens), UsedToday: Number(b.Used)}
	if b.User != nil {
		out.Scope, out.UserId, out.UserName = BudgetOfUser, b.User.PublicID, Submitter(b.User)
	}
	return out
}

// RecentJob is a job on the dashboard.
func RecentJob(j *store.Job) *v1.RecentJob {
	return &v1.RecentJob{
		Id: Number(j.ID), Type: string(j.Kind), Input: j.Input, Status: j.State.Public(), CreatedAt: At(&j.CreatedAt),
	}
}

// AuditEntry is a line of the audit log.
func AuditEntry(e database.AuditEntry) *v1.AuditEntry {
	return &v1.AuditEntry{
		Id: Number(e.ID), Actor: e.Actor, ActorName: e.ActorName, Operation: e.Operation, Object: e.Object,
		Changes: auditChanges(e.Before, e.After), CreatedAt: At(&e.CreatedAt),
	}
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
