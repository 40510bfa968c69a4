package check

import "time"

// State is what a check found. The words are stored: never rename one.
type State string

// The states. Unknown is no accusation: the site may be down, shy of robots or out of our reach.
const (
	Valid   State = "valid"
	Broken  State = "broken"
	Unknown State = "unknown"
)

// Reason says how the state came about. The words are stored: never rename one.
type Reason string

// The reasons.
const (
	Answers       Reason = "answers"        // valid: the page is there
	GoodShape     Reason = "good_shape"     // valid: the address has the form the site gives its pages; nothing was asked
	Malformed     Reason = "malformed"      // broken: no usable web address
	WrongSite     Reason = "wrong_site"     // broken: a link of this kind has to lead to another site
	WrongShape    Reason = "wrong_shape"    // broken: the site has no pages of this form
	Gone          Reason = "gone"           // broken: 404 or 410
	SoftGone      Reason = "soft_gone"      // broken: the answer is the one this site gives for pages that do not exist
	SeveralThings Reason = "several_things" // broken: a page of Wikipedia that lists several things of one name
	SameTitle     Reason = "same_title"     // unknown: the site gives every page one title, so nothing can be told
	ShapeUnsure   Reason = "shape_unsure"   // unknown: a site judged by shape, and the form is one that we do not know
	NeedsSignIn   Reason = "needs_sign_in"
	TurnedAway    Reason = "turned_away"  // unknown: 401, 403, 451, 999
	RateLimited   Reason = "rate_limited" // unknown: 429, or our own pacing; RetryAfter says when to come back
	SiteProblem   Reason = "site_problem" // unknown: 5xx
	OddAnswer     Reason = "odd_answer"   // unknown: any other status
	NoSuchName    Reason = "no_such_name" // unknown: the name does not resolve, while others do
	Unreachable   Reason = "unreachable"
	TimedOut      Reason = "timed_out"
	BadCert       Reason = "bad_certificate"
	LongChain     Reason = "too_many_redirects"
	Insecure      Reason = "insecure_redirect" // unknown: leads from https to http, where we do not follow
	Offline       Reason = "offline"           // unknown: nothing else answered lately either, so our own line may be down
	Interrupted   Reason = "interrupted"       // unknown: the check was canceled
)

var sentences = map[Reason]string{
	Answers:       "The page answers.",
	GoodShape:     "The address has the form this site gives its pages. The site was not asked.",
	Malformed:     "This is not a usable web address.",
	WrongSite:     "The address leads to a different site than it should.",
	WrongShape:    "This site has no pages with such an address.",
	Gone:          "The site says that the page does not exist.",
	SoftGone:      "The site shows the same as for pages that do not exist.",
	SeveralThings: "The page lists several things of this name, so it is not about this one.",
	SameTitle:     "The site gives all its pages one title, so it cannot be told whether this one exists.",
	ShapeUnsure:   "The site does not allow automated checks, and the address alone proves nothing.",
	NeedsSignIn:   "The page needs a sign-in.",
	TurnedAway:    "The site turns automated readers away.",
	RateLimited:   "The site asks us to come back later.",
	SiteProblem:   "The site is having problems.",
	OddAnswer:     "The site's answer was inconclusive.",
	NoSuchName:    "There is no site of this name.",
	Unreachable:   "The site could not be reached.",
	TimedOut:      "The site took too long to answer.",
	BadCert:       "The site has no valid certificate.",
	LongChain:     "The address leads from one redirect to the next.",
	Insecure:      "The address leads from a secure to an insecure page.",
	Offline:       "The site could not be reached, and neither could others.",
	Interrupted:   "The check was interrupted.",
}

// Sentence is the reason for people.
func (r Reason) Sentence() string { return sentences[r] }

// Verdict is the result of one check.
type Verdict struct {
	State  State
	Reason Reason
	Status int // of the deciding answer, 0 when there was none
	// FinalURL is where the link led after redirects; the address itself when nothing was asked.
	FinalURL  string
	CheckedAt time.Time
	// Failing marks an unknown that speaks against the link: days of it in a row make it broken. Sites that turn robots
	// away, and failures while nothing else answered either, do not count.
	Failing bool
	// RetryAfter is when to come back, 0 when nobody asked for a delay.
	RetryAfter time.Duration
}
