package storetest

import "testing"

// Run runs every suite on databases that open opens.
func Run(t *testing.T, open Open) {
	t.Helper()
	for name, suite := range map[string]func(*testing.T, Open){
		"jobs": jobSuite, "hurry": hurrySuite, "wants": wantSuite, "steps": stepSuite, "transcripts": transcriptSuite, "gifts": giftSuite,
		"listen again": listenAgainSuite,
		"work":         workSuite, "uploads": uploadSuite, "property": propertySuite,
		"publish": publishSuite, "matching": matchingSuite, "concurrency": concurrencySuite,
		"lists": listSuite, "overview": overviewSuite, "reader": readerSuite, "visibility": visibilitySuite, "search": searchSuite,
		"links": linkSuite, "lookups": lookupSuite, "editions": editionSuite, "people": peopleSuite,
		"follows": followSuite, "batches": batchSuite, "schedules": scheduleSuite, "limits": limitSuite,
		"restore": restoreSuite,
		"stamps":  stampSuite, "questions": questionSuite, "totals": totalSuite, "leaving": leavingSuite, "type stats": typeStatsSuite,
		"account": accountSuite, "deletion": deletionSuite, "favorites": favoriteSuite,
		"roles": roleSuite, "admin": adminSuite, "events": eventSuite, "trends": trendSuite, "costs": costSuite, "audit": auditSuite,
		"merges": mergeSuite, "merges at once": mergesAtOnceSuite, "merge property": mergePropertySuite, "passes": passSuite,
		"reading again": rereadingSuite, "order": orderSuite, "hearings": hearingSuite, "sounds": soundSuite,
		"review": reviewSuite, "reports": reportSuite, "glossary": glossarySuite,
		"curation": curationSuite, "curation property": curationPropertySuite,
		"known names": knownSuite,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			suite(t, open)
		})
	}
}
