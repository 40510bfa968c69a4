package auth

import "strings"

// agentLabel names browser and system for the person's list of sessions, such as "Firefox on Linux". Only words of ours
// are used, so a hostile User-Agent cannot place text in the list.
func agentLabel(userAgent string) string {
	browser := firstMatch(userAgent, "Unknown browser", [][2]string{
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
		{"curl/", "curl"},
	})
	system := firstMatch(userAgent, "", [][2]string{
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Android", "Android"},
		{"Windows", "Windows"},
		{"CrOS", "ChromeOS"},
		{"Mac OS X", "macOS"},
		{"Linux", "Linux"},
	})
	if system == "" {
		return browser
	}
	return browser + " on " + system
}

// firstMatch returns the name of the first mark found; the order matters, because browsers pose as each other.
func firstMatch(text, otherwise string, marks [][2]string) string {
	for _, m := range marks {
		if strings.Contains(text, m[0]) {
			return m[1]
		}
	}
	return otherwise
}
