package app

import (
	"context"
	"fmt"
	"io"

	"mentionary/apiserver"
)

// offerFirstAdmin prints, once, the link that makes whoever opens it an administrator: only with a foreign identity
// provider, without a configured first admin, and while there is none.
func (p *parts) offerFirstAdmin(ctx context.Context, out io.Writer) error {
	if p.cfg.OIDC.Issuer.Host == "" || p.cfg.Admin.Subject != "" {
		return nil
	}
	token := secretToken()
	show, err := p.store.People.OfferFirstAdmin(ctx, apiserver.FirstAdminHash(token))
	if err != nil || !show {
		return err
	}
	fmt.Fprintf(out, "There is no administrator yet. Sign in, then open this link; it works once and is not shown again:\n  %s\n",
		apiserver.FirstAdminLink(p.cfg.Base().String(), token))
	return nil
}
