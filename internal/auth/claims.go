package auth

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mentionary/internal/wording"
)

// The lengths kept of the provider's claims: characters of a name, bytes of an e-mail address and of a picture's address.
const (
	maxName    = 200
	maxEmail   = 254
	maxPicture = 2048
)

// claims are the profile claims we read. They are text of a stranger: shown, never trusted.
type claims struct {
	Subject    string `json:"sub"`
	Email      string `json:"email"`
	Name       string `json:"name"`
	GivenName  string `json:"given_name"`
	FamilyName string `json:"family_name"`
	Picture    string `json:"picture"`
}

// identity cleans the claims. What cannot be cleaned becomes empty: a strange name never keeps anybody out.
func (c claims) identity(issuer, subject string) Identity {
	return Identity{
		Issuer: issuer, Subject: subject, Email: cleanEmail(c.Email), Name: cleanName(c.Name),
		FirstName: cleanName(c.GivenName), LastName: cleanName(c.FamilyName), Picture: cleanPicture(c.Picture),
	}
}

// cleanName returns one line of visible text in NFC, at most maxName characters.
func cleanName(raw string) string {
	if len(raw) > 16*maxName || !utf8.ValidString(raw) {
		return ""
	}
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Noncharacter_Code_Point, unicode.Variation_Selector),
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return -1 // controls, bidi and zero-width characters, tags
		}
		return r
	}, raw)
	words := norm.NFC.String(strings.Join(strings.Fields(visible), " "))
	return strings.TrimSpace(wording.FirstRunes(words, maxName))
}

// cleanEmail keeps what looks like one plain address.
func cleanEmail(raw string) string {
	local, domain, found := strings.Cut(raw, "@")
	if !found || local == "" || domain == "" || strings.Contains(domain, "@") || len(raw) > maxEmail || cleanName(raw) != raw ||
		strings.ContainsAny(raw, " <>\"(),;:\\") {
		return ""
	}
	return raw
}

// cleanPicture keeps https addresses without a user name.
func cleanPicture(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > maxPicture || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || cleanName(raw) == "" ||
		strings.ContainsAny(raw, " \"<>\\^`{|}") {
		return ""
	}
	return u.String()
}
