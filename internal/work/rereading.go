package work

// ReadAgain is the name of the workflow that reads earlier episodes again, as the server stores it.
const ReadAgain = "ReadAgain"

// ReadAgainID is the id of its workflow: one runs at a time.
const ReadAgainID = "read-again"

// ReadAgainTitle is what it is called wherever work is listed.
const ReadAgainTitle = "Read earlier episodes again"

// KindReadAgain is the kind by which its workflows are found.
const KindReadAgain = "read-again"

// ReadAgainInput starts ReadAgain. What is read is in rows.
type ReadAgainInput struct {
	RereadingID int `json:"rereadingId"`
	Part        int `json:"part"`
}

// ReadAgainResult is what ReadAgain returns, for operators.
type ReadAgainResult struct {
	State   PassState `json:"state"`
	Read    int       `json:"read"`    // episodes
	Changed int       `json:"changed"` // of them
}
