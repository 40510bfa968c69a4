package auth

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// loopbackNames are the hosts that mean this computer.
var loopbackNames = []string{"localhost", "127.0.0.1", "::1"}

// LoopbackHosts answers 421 to every request whose Host is not localhost, 127.0.0.1 or [::1] (any port). A site on the
// internet can point its own name at 127.0.0.1 and would otherwise reach the preset accounts of the development sign-in.
func LoopbackHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopbackHost(r.Host) {
			http.Error(w, "This server runs for this computer only. Open it as http://localhost with its port.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopbackHost judges a Host header, with or without a port.
func isLoopbackHost(host string) bool {
	name, port := host, portOf(host)
	if port != "" {
		name = strings.TrimSuffix(host, ":"+port)
	}
	if strings.HasPrefix(name, "[") && strings.HasSuffix(name, "]") {
		return name == "[::1]"
	}
	return name != "::1" && slices.Contains(loopbackNames, strings.ToLower(name))
}

// portOf returns the port of a Host header, "" when there is none.
func portOf(host string) string {
	if _, port, err := net.SplitHostPort(host); err == nil && strings.Trim(port, "0123456789") == "" {
		return port
	}
	return ""
}
