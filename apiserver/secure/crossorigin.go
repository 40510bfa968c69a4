package secure

import (
	"net/http"

	"mentionary/internal/restgate"
)

// sameOrigin refuses changes that another site's page asks for.
func sameOrigin(next http.Handler, origin string, anyOrigin []string) (http.Handler, error) {
	protection := http.NewCrossOriginProtection()
	if origin != "" {
		if err := protection.AddTrustedOrigin(origin); err != nil {
			return nil, err
		}
	}
	for _, p := range anyOrigin {
		protection.AddInsecureBypassPattern(p)
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		restgate.WriteError(w, http.StatusForbidden, "permission_denied",
			"This request came from another site and was refused. Please do this on Mentionary's own pages.")
	}))
	return protection.Handler(next), nil
}
