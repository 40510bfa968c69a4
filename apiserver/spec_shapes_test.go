package apiserver_test

// The shapes of SPEC.md section 3, a row of its table each; null where DECISIONS.md lets a thing be unknown.
var (
	currentUserShape = fields{"id": text, "firstName": unknown{text}, "email": unknown{text}, "profileImageUrl": unknown{text}}
	adminUserShape   = fields{
		"id": text, "email": unknown{text}, "firstName": unknown{text}, "lastName": unknown{text}, "profileImageUrl": unknown{text},
		"role": text, "isActive": boolean, "createdAt": moment,
	}
	// Signed in one sees oneself as both, and one's permissions (DECISIONS.md, Answers).
	meShape         = currentUserShape.with(adminUserShape).with(fields{"permissions": list{text, true}})
	publicUserShape = fields{"firstName": text, "lastName": zero, "email": zero, "profileImageUrl": unknown{text}, "createdAt": moment}
	statsShape      = fields{"totalEpisodes": number, "totalBooks": number, "totalProducts": number, "totalPeople": number}

	namedChannel = fields{"name": text}
	segmentShape = fields{"text": text, "start": number}

	metadataShape = fields{
		"amazonUrl": unknown{text}, "wikipediaUrl": unknown{text}, "linkedinUrl": unknown{text}, "websiteUrl": unknown{text}, "mapsUrl": unknown{text},
		"goodreadsUrl": unknown{text}, "author": unknown{text}, "company": unknown{text}, "country": unknown{text}, "title": unknown{text},
		"field": unknown{text}, "category": unknown{text}, "sponsorType": unknown{text}, "promoCode": unknown{text},
	}
	entityShape = fields{
		"id": number, "type": text, "name": text, "description": unknown{text}, "mentionCount": number, "metadata": metadataShape,
	}
	entityEpisodeShape = fields{
		"id": number, "videoId": text, "title": text, "thumbnailUrl": unknown{text}, "channel": namedChannel, "mentionCount": number,
	}
	entityWithEpisodes = entityShape.with(fields{"episodes": list{entityEpisodeShape, true}, "episodeCount": number})

	listedEpisodeShape = fields{
		"id": number, "videoId": text, "title": text, "description": unknown{text}, "thumbnailUrl": unknown{text}, "duration": unknown{number},
		"viewCount": unknown{number}, "publishedAt": unknown{moment}, "channel": namedChannel, "isProcessed": boolean,
	}
	episodeShape = listedEpisodeShape.with(fields{
		"transcript": text, "segments": list{segmentShape, true}, "entities": list{entityShape, true},
	})
	teaserShape = listedEpisodeShape.with(fields{
		"transcript": null, "segments": none{}, "entities": none{}, "counts": list{fields{"type": text, "count": number}, true},
	})
	transcriptShape = fields{"title": text, "videoId": word(firstVideo), "isProcessed": boolean, "transcript": text, "segments": list{segmentShape, true}}

	channelShape = fields{
		"id": number, "channelId": word(showChannel), "name": text, "description": unknown{text}, "thumbnailUrl": unknown{text}, "subscriberCount": unknown{number},
	}
	channelStatsShape = channelShape.with(fields{
		"episodeCount": number, "totalEntities": number, "topEntityTypes": list{fields{"type": text, "count": number}, true},
		"recentEpisodes": list{fields{"id": number, "title": text, "publishedAt": unknown{moment}}, true},
	})
	channelEpisodeShape = fields{
		"id": number, "title": text, "description": unknown{text}, "thumbnailUrl": unknown{text}, "duration": unknown{number}, "viewCount": unknown{number},
		"publishedAt": unknown{moment},
	}

	savedEpisode    = fields{"title": text, "videoId": text, "channel": namedChannel}
	savedEntity     = fields{"name": text, "type": text, "description": unknown{text}}
	favoriteShape   = fields{"id": number, "itemType": text, "itemId": number, "createdAt": moment, "episode": unknown{savedEpisode}, "entity": unknown{savedEntity}}
	addedShape      = favoriteShape.with(fields{"itemType": word("entity"), "episode": null, "entity": savedEntity})
	jobShape        = fields{"id": number, "type": text, "input": text, "status": text, "createdAt": moment}
	jobCreatedShape = fields{"jobId": number}

	adminStatsShape = fields{
		"totalUsers": number, "activeUsers": number, "totalProcessingJobs": number, "totalBatchJobs": number, "totalScheduledJobs": number,
		"recentJobs": list{jobShape, true}, "topEntities": list{fields{"name": text, "type": text, "mentions": number}, true},
		"userGrowth": list{fields{"date": text, "newUsers": number}, true},
	}
	analyticsShape  = fields{"totalEvents": number, "uniqueUsers": number, "topEvents": list{fields{"eventType": text, "count": number}, false}}
	verdictShape    = fields{"kind": text, "url": text, "reason": text, "checkedAt": unknown{moment}}
	validationShape = fields{"entity": entityShape, "validLinks": list{verdictShape, false}, "invalidLinks": list{verdictShape, false}, "confidence": number}
	similarShape    = fields{"entity": entityShape, "matchType": text, "similarity": number, "confidence": number}
	countsShape     = fields{"merged": number, "created": number, "skipped": number}
)
