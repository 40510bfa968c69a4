package store_test

import (
	"testing"

	"mentionary/internal/store/storetest"
)

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Postgres)
}
