// Package check finds out whether a link still leads where it should.
//
// It owns: the verdict (valid, broken, unknown) with its reason, the requests that lead to it (HEAD, then GET with a
// small range), the question to Wikipedia whether a page lists several things, the comparison with a page that cannot
// exist, and the sites that are judged by the shape of the address because they turn robots away. It does not own:
// connections and pacing (outbound), the kinds and forms of links (link), when a link is due and how many failed days
// make it broken (activities, store).
package check
