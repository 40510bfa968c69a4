// Package outbound is the only package that opens connections outward.
//
// It owns two doors and a pacer. The data door is for targets named by data (feeds, link targets, pictures): http and
// https on ports 80 and 443, public addresses only, checked after resolution on every connection. The operator door is
// for origins named by configuration (model, identity provider, own feeds, the demo origin): exact scheme, host and port
// and nothing else. Both follow at most five redirects, never from https to http, and send no cookies and no referrer
// and use no proxy of the environment. Fetch reads a whole answer under a byte cap and turns every failure into a fault
// with a sentence for people. A Pacer spaces the requests to one host.
//
// It does not own: parsing of what it fetched, retries (workflows), caching (store), the choice of what to fetch.
package outbound
