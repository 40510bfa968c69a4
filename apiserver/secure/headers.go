package secure

import "net/http"

// plainPolicy is the content policy of answers that are no pages: they may load and do nothing.
const plainPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// defaults are added to every answer that does not say otherwise.
var defaults = map[string]string{
	"Content-Security-Policy":      plainPolicy,
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "strict-origin-when-cross-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy": "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), " +
		"magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
	// Answers are private unless their handler says that they are not.
	"Cache-Control": "no-store",
}

// httpsOnly tells browsers to use https only, for a year.
const httpsOnly = "max-age=31536000; includeSubDomains"

func setHeaders(next http.Handler, https bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		watched := &writer{ResponseWriter: w, begin: func(h http.Header) {
			for k, v := range defaults {
				if h.Get(k) == "" {
					h.Set(k, v)
				}
			}
			if https {
				h.Set("Strict-Transport-Security", httpsOnly)
			}
		}}
		next.ServeHTTP(watched, r)
		if watched.status == 0 { // a handler that wrote nothing means 200; the defaults belong to it too
			watched.WriteHeader(http.StatusOK)
		}
	})
}
