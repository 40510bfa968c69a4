package spa

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"

	"mentionary/internal/wording"
)

const (
	maxReport  = 64 << 10 // bytes of one delivery
	maxReports = 20       // reports of one delivery that are logged
	maxShown   = 200      // characters of what a report says
)

// violation is what browsers report: the newer form below "body", the older one below "csp-report".
type violation struct {
	Type string `json:"type"`
	Body struct {
		DocumentURL        string `json:"documentURL"`
		BlockedURL         string `json:"blockedURL"`
		EffectiveDirective string `json:"effectiveDirective"`
	} `json:"body"`
	Old struct {
		DocumentURL        string `json:"document-uri"`
		BlockedURL         string `json:"blocked-uri"`
		EffectiveDirective string `json:"effective-directive"`
	} `json:"csp-report"`
}

// report counts reports of broken policy and logs some of them: anybody may send them, so they are worth little each.
func (s *Site) report(w http.ResponseWriter, r *http.Request) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/reports+json" && kind != "application/csp-report" {
		http.Error(w, "Please send reports as application/reports+json.", http.StatusUnsupportedMediaType)
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxReport))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		http.Error(w, "The report is too large.", http.StatusRequestEntityTooLarge)
		return
	}
	reports := make([]violation, 1)
	if kind == "application/csp-report" {
		err = errors.Join(err, json.Unmarshal(raw, &reports[0]))
	} else {
		err = errors.Join(err, json.Unmarshal(raw, &reports))
	}
	if err != nil {
		http.Error(w, "The report cannot be read.", http.StatusBadRequest)
		return
	}
	s.reports.Add(int64(len(reports)))
	for _, b := range reports[:min(len(reports), maxReports)] {
		if b.Old.EffectiveDirective != "" {
			b.Body.DocumentURL, b.Body.BlockedURL, b.Body.EffectiveDirective = b.Old.DocumentURL, b.Old.BlockedURL, b.Old.EffectiveDirective
		}
		if s.reportLog.Allow() {
			s.log.LogAttrs(r.Context(), slog.LevelWarn, "content policy broken",
				slog.String("directive", wording.Shorten(b.Body.EffectiveDirective, maxShown)),
				slog.String("blocked", address(b.Body.BlockedURL)), slog.String("page", address(b.Body.DocumentURL)))
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// address keeps scheme, host and path of an address: queries and fragments may hold private things.
func address(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Opaque != "" {
		return "unreadable"
	}
	return wording.Shorten((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String(), maxShown)
}
