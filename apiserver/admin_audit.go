package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	v1 "mentionary/gen/go/mentionary/v1"
)

// ListAudit implements the contract.
func (s adminService) ListAudit(ctx context.Context, r *v1.ListAuditRequest) (*v1.ListAuditResponse, error) {
	f, err := convert.AuditFilter(r)
	if err != nil {
		return nil, err
	}
	rows, total, err := s.store.Audits(ctx, f, int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListAuditResponse{Entries: convert.All(rows, convert.AuditEntry), Total: convert.Number(total)}, nil
}

// ListAuditNames implements the contract.
func (s adminService) ListAuditNames(ctx context.Context, _ *v1.ListAuditNamesRequest) (*v1.ListAuditNamesResponse, error) {
	names, err := s.store.AuditNames(ctx)
	if err != nil {
		return nil, err
	}
	return convert.AuditNames(names), nil
}
