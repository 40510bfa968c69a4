package idp

// User is one preset person. Subject is unique and stable: it is the `sub` of the issued tokens. Role is a hint ("admin",
// "moderator" or empty) for the wiring, which makes the account an admin or moderator at its first sign-in; it never
// travels in a token.
type User struct{ Subject, Name, Email, Role string }

// Presets are the people of the development sign-in page.
var Presets = []User{
	{Subject: "preset-admin", Name: "Margarethe Lindqvist", Email: "margarethe@example.com", Role: "admin"},
	{Subject: "preset-moderator", Name: "Tobias Okonjo", Email: "tobias@example.com", Role: "moderator"},
	{Subject: "preset-noor", Name: "Noor Castellane", Email: "noor@example.com"},
	{Subject: "preset-elio", Name: "Elio Brandvold", Email: "elio@example.com"},
	{Subject: "preset-wren", Name: "Wren Sakamoto", Email: "wren@example.com"}, // whose role and status admins try out
}
