package link_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
)

func TestAuthoritiesAreIDsAndFrontPages(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"isbn:9780307887894", "website:sentry.io"}, link.Authorities([]string{
		"https://www.sentry.io/", "https://sentry.io", "https://sentry.io/pricing", "https://sentry.io/?ref=1",
		"https://books.example/9780307887894", "https://books.example/978-0-307-88789-4/",
	}))
	require.Empty(t, link.Authorities(nil))
}
