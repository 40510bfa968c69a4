package work

// Names of the workflows of passes as the server stores them.
const (
	LinkPass      = "LinkPass"
	DuplicatePass = "DuplicatePass"
	LookupPass    = "LookupPass"
)

// PassKind says what a pass does with the entities of a type. The words are stored: never rename one.
type PassKind string

// The kinds of passes.
const (
	PassLinks      PassKind = "links"      // checks addresses
	PassDuplicates PassKind = "duplicates" // merges what is certainly the same
	PassLookups    PassKind = "lookups"    // asks public catalogs
)

// Workflow is the name of the workflow that makes such a pass.
func (k PassKind) Workflow() string {
	switch k {
	case PassLinks:
		return LinkPass
	case PassLookups:
		return LookupPass
	default:
		return DuplicatePass
	}
}

// Title says in plain words what such a pass does.
func (k PassKind) Title() string {
	switch k {
	case PassLinks:
		return "Check links"
	case PassLookups:
		return "Ask public catalogs"
	default:
		return "Find duplicates"
	}
}

// PassState is how a pass stands. The words are stored: never rename one.
type PassState string

// The states of a pass.
const (
	PassLive      PassState = "live"
	PassDone      PassState = "done"
	PassCancelled PassState = "cancelled" // what was done is kept
	PassFailed    PassState = "failed"
)

// PassWorkflowID is the id of a pass's workflow: one runs at a time for each kind and type.
func PassWorkflowID(kind PassKind, typ string) string { return "pass/" + string(kind) + "/" + typ }

// PassInput starts the workflow of a pass. The list of entities is in rows.
type PassInput struct {
	PassID int `json:"passId"`
}

// PassResult is what a pass answers, for operators.
type PassResult struct {
	State PassState `json:"state"`
	Done  int       `json:"done"` // entities
}

// Values lists the words.
func (PassKind) Values() []string { return words(PassLinks, PassDuplicates, PassLookups) }

// Values lists the words.
func (PassState) Values() []string { return words(PassLive, PassDone, PassCancelled, PassFailed) }
