package policies

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/casbin/casbin/v3"
	"github.com/casbin/casbin/v3/model"
	stringadapter "github.com/casbin/casbin/v3/persist/string-adapter"
)

// Anonymous is the role of everybody without a session.
const Anonymous = "anonymous"

// The roles of people, weakest first. The words are stored: never rename one.
const (
	User      = "user"
	Moderator = "moderator"
	Admin     = "admin"
)

// Protected operations that are no procedures of the contract.
const (
	UploadFiles       = "POST /api/uploads"
	ExportData        = "GET /api/user/export"
	ClaimFirstAdmin   = "POST /api/first-admin"    // with the one-time token
	EverybodysJobs    = "handle everybody's jobs"  // list, watch, cancel, pause, retry, provide transcripts
	PrivateUploads    = "see private uploads"      // of other people
	AnalyseAgain      = "analyse again"            // an episode that is done
	SelectAllEpisodes = "select all episodes"      // as an argument of Process
	PeopleFigures     = "see figures about people" // in the dashboard
)

// Operations lists the protected operations that are no procedures.
func Operations() []string {
	return []string{UploadFiles, ExportData, ClaimFirstAdmin, EverybodysJobs, PrivateUploads, AnalyseAgain, SelectAllEpisodes, PeopleFigures}
}

// Roles lists all roles, weakest first.
func Roles() []string { return []string{Anonymous, User, Moderator, Admin} }

//go:embed model.conf
var modelText string

//go:embed policy.csv
var policyText string

// Enforcer answers who may do what. It never changes after New and is safe for concurrent use.
type Enforcer struct {
	casbin  *casbin.Enforcer
	scopes  map[string]string // of access tokens, by operation
	decided sync.Map          // question -> bool: the policy never changes, and asking it costs 20 µs
}

// question is who may do what.
type question struct{ role, operation string }

// New reads the embedded model and policy.
func New() (*Enforcer, error) {
	m, err := model.NewModelFromString(modelText)
	if err != nil {
		return nil, fmt.Errorf("policies/model.conf: %w", err)
	}
	e, err := casbin.NewEnforcer(m, stringadapter.NewAdapter(policyText))
	if err != nil {
		return nil, fmt.Errorf("policies/policy.csv: %w", err)
	}
	needed, err := scopes()
	if err != nil {
		return nil, err
	}
	return &Enforcer{casbin: e, scopes: needed}, nil
}

// Allows reports whether a role may do an operation: a Connect procedure or one of the operations above. An unknown or
// empty role may do nothing. An error means the policy cannot be read, which refuses as well.
func (e *Enforcer) Allows(role, operation string) (bool, error) {
	q := question{role, operation}
	if known, ok := e.decided.Load(q); ok {
		return known == true, nil
	}
	ok, err := e.casbin.Enforce(role, operation)
	if err != nil {
		return false, err
	}
	// Roles and operations come from rows and the contract, never from callers, so there are few questions.
	e.decided.Store(q, ok)
	return ok, nil
}
