package database

// PageSize bounds the length of a page that somebody asked for; 0 asks for as much as there may be.
func PageSize(limit int) int {
	if limit <= 0 || limit > MaxPage {
		return MaxPage
	}
	return limit
}

// MaxPage bounds how many rows a page of a list has.
const MaxPage = 1000
