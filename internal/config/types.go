package config

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// Secret is text that never prints.
type Secret string

const hidden = "(secret)"

// String hides the value.
func (s Secret) String() string { return hidden }

// GoString hides the value.
func (s Secret) GoString() string { return hidden }

// MarshalText hides the value, also inside structs that are logged as JSON.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// LogValue hides the value.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// Reveal returns the value itself, for the one place that needs it.
func (s Secret) Reveal() string { return string(s) }

// Database is the address of a PostgreSQL database; the zero value names none. Its passwords never print.
type Database struct{ address *url.URL }

// ParseDatabase reads a postgres:// address; an empty one names none. The error does not hold the address.
func ParseDatabase(text string) (Database, error) {
	if text == "" {
		return Database{}, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return Database{}, fmt.Errorf("it must be a postgres:// address; leave it empty for SQLite in the data folder")
	}
	return Database{u}, nil
}

// Named reports whether a database is named.
func (d Database) Named() bool { return d.address != nil }

// Reveal returns the address with its password, empty when none is named.
func (d Database) Reveal() string {
	if d.address == nil {
		return ""
	}
	return d.address.String()
}

// Name is what the database is called in sentences: host and name.
func (d Database) Name() string { return d.address.Host + d.address.Path }

// String hides the passwords.
func (d Database) String() string {
	if d.address == nil {
		return ""
	}
	shown := *d.address
	query := shown.Query()
	if query.Has("password") {
		query.Set("password", "xxxxx")
		shown.RawQuery = query.Encode()
	}
	return shown.Redacted()
}

// GoString hides the passwords.
func (d Database) GoString() string { return d.String() }

// MarshalText hides the passwords, also inside structs that are logged as JSON.
func (d Database) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// passwords returns what must not print, in the forms in which others quote it.
func (d Database) passwords() []string {
	if d.address == nil {
		return nil
	}
	password, _ := d.address.User.Password()
	return []string{password, url.QueryEscape(password), url.PathEscape(password), d.address.Query().Get("password")}
}

// unencrypted reports whether connections are asked to be in the clear.
func (d Database) unencrypted() bool { return d.address.Query().Get("sslmode") == "disable" }

// here reports whether the database is on this machine.
func (d Database) here() bool {
	host := d.address.Hostname()
	return host == "" || Address{Host: host}.Loopback()
}

// Address is where something listens: a host, which may be empty for all, and a port. The zero value is none.
type Address struct{ Host, Port string }

// ParseAddress reads an address such as 127.0.0.1:8080.
func ParseAddress(text string) (Address, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil || port == "" {
		return Address{}, fmt.Errorf("%q is not an address such as 127.0.0.1:8080", text)
	}
	return Address{host, port}, nil
}

// String is the address as it is written.
func (a Address) String() string {
	if a == (Address{}) {
		return ""
	}
	return net.JoinHostPort(a.Host, a.Port)
}

// Loopback reports whether only this machine can reach the address.
func (a Address) Loopback() bool {
	ip, err := netip.ParseAddr(a.Host)
	return a.Host == "localhost" || err == nil && ip.IsLoopback()
}

// Everywhere reports whether the address is on all networks of the machine.
func (a Address) Everywhere() bool {
	ip, err := netip.ParseAddr(a.Host)
	return a != Address{} && (a.Host == "" || err == nil && ip.IsUnspecified())
}

// FromHere is the address as this machine reaches it: loopback when it is everywhere.
func (a Address) FromHere() string {
	switch {
	case a.Everywhere() && strings.Contains(a.Host, ":"):
		a.Host = "::1"
	case a.Everywhere():
		a.Host = "127.0.0.1"
	}
	return a.String()
}

// Switch is true or false, and written out: --demo=false.
type Switch struct{ On bool }

// Words is a list of words.
type Words []string

// Choice is one of the words that its setting allows.
type Choice string
