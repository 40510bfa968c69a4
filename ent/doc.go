// Package ent is the data model: schema by hand, db generated, migrations planned per database. Only internal/store
// imports the generated code.
package ent
