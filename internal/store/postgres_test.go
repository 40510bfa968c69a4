package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/store/database"
	"mentionary/internal/store/storetest"
)

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Postgres)
}

// What is compiled anew each time takes longer than asking.
func TestPostgresCompilesNoQuestion(t *testing.T) {
	t.Parallel()
	s := storetest.Postgres(t)
	for _, asked := range []database.Asked{s.RO, s.Searched} {
		jit, err := database.Query[string](t.Context(), s.DB, asked, "SHOW jit")
		require.NoError(t, err)
		require.Equal(t, []string{"off"}, jit)
	}
}
