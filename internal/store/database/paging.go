package database

func PageSize(limit int) int {
	if limit <= 0 || limit > MaxPage {
		return MaxPage
	}
	return limit
}

// MaxPage bounds how many rows one list answers.
const MaxPage = 1000
