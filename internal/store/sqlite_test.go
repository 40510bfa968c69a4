package store_test

import (
	"testing"

	"mentionary/internal/store/storetest"
)

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.SQLite)
}
