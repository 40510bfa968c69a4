package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 1 << 20

// get asks an address for JSON; the body is read when the status is 200.
func get(ctx context.Context, client *http.Client, address, key string, into any) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Accept", "application/json")
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }() // it was only read
	if res.StatusCode != http.StatusOK {
		return res.StatusCode, nil
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, maxAnswer)).Decode(into); err != nil {
		return res.StatusCode, fmt.Errorf("it answers no JSON: %w", err)
	}
	return res.StatusCode, nil
}

// Provider looks at the identity provider as sign-in will: its discovery document must name the issuer exactly as it is
// configured, and its keys must be readable. An empty issuer means the development sign-in.
func Provider(client *http.Client, issuer string) Check {
	return Check{"sign-in", func(ctx context.Context) Finding {
		if issuer == "" {
			return good("Development sign-in: preset people without passwords, on this machine only.")
		}
		var document struct {
			Issuer string `json:"issuer"`
			Keys   string `json:"jwks_uri"`
		}
		address := strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
		status, err := get(ctx, client, address, "", &document)
		switch {
		case err != nil:
			return bad("The discovery document %s cannot be read: check MENTIONARY_OIDC_ISSUER and whether the provider runs.", address).because(err)
		case status != http.StatusOK:
			return bad("%s answers %d: check MENTIONARY_OIDC_ISSUER; it is the address without /.well-known.", address, status)
		case document.Issuer != issuer:
			return bad("The provider calls itself %q, the configuration %q: set MENTIONARY_OIDC_ISSUER to the first, to the letter.",
				clip(document.Issuer), issuer)
		}
		return keys(ctx, client, issuer, document.Keys)
	}}
}

func keys(ctx context.Context, client *http.Client, issuer, address string) Finding {
	var set struct {
		Keys []struct {
			Use string `json:"use"`
		} `json:"keys"`
	}
	status, err := get(ctx, client, address, "", &set)
	switch {
	case err != nil:
		return bad("The provider's keys at %s cannot be read: when they lie on another host, name it in MENTIONARY_OIDC_ORIGINS.", clip(address)).
			because(err)
	case status != http.StatusOK:
		return bad("The provider's keys at %s cannot be read: it answers %d.", clip(address), status)
	case len(set.Keys) == 0:
		return bad("The provider has no keys at %s: nobody can sign in until it has.", clip(address))
	}
	return good("%s, its keys can be read.", issuer)
}

// Model looks at the language model by asking for the list of models, which costs nothing. server is what it is called in
// sentences; an empty address means that none is configured.
func Model(client *http.Client, server, base, key, name string) Check {
	return Check{"language model", func(ctx context.Context) Finding {
		if base == "" {
			return off("The built-in extractor reads transcripts. Name a server with MENTIONARY_MODEL_URL to find more.")
		}
		return lists(ctx, client, modelServer{server, base, key, name, "MENTIONARY_MODEL"})
	}}
}

// Speech looks at the server that hears audio as Model does at the language model.
func Speech(client *http.Client, server, base, key, name string) Check {
	return Check{"speech server", func(ctx context.Context) Finding {
		if base == "" {
			return off("Episodes without a transcript wait for one. Name a server with MENTIONARY_SPEECH_URL to have their audio heard.")
		}
		return lists(ctx, client, modelServer{server, base, key, name, "MENTIONARY_SPEECH"})
	}}
}

// modelServer is an OpenAI-compatible server: what it is called in sentences, where it is, and what its settings begin with.
type modelServer struct{ called, base, key, model, setting string }

// lists looks for the model in the server's list.
func lists(ctx context.Context, client *http.Client, s modelServer) Finding {
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	status, err := get(ctx, client, strings.TrimSuffix(s.base, "/")+"/models", s.key, &list)
	switch {
	case err != nil:
		return bad("%s cannot be asked: check %s_URL, which ends in /v1 at most servers, and whether it runs.", s.called, s.setting).because(err)
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return bad("%s refuses the key (%d): check %s_KEY.", s.called, status, s.setting)
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		return warn("%s answers, but does not list its models (%d), so %s could not be looked for. "+
			"Check that %s_URL ends in /v1 if the server wants it.", s.called, status, s.model, s.setting)
	case status != http.StatusOK:
		return bad("%s answers %d: try again later, or look at its log.", s.called, status)
	}
	for _, m := range list.Data {
		if m.ID == s.model {
			return good("%s has %s.", s.called, s.model)
		}
	}
	return warn("%s answers, but does not list a model %q: check %s_NAME.", s.called, s.model, s.setting)
}
