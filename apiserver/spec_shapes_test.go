package apiserver_test

// The shapes of SPEC.md section 3, a row of its table each; null where DECISIONS.md lets a thing be unknown.
var (
	currentUserShape = fields{"id": isText, "firstName": unknown{isText}, "email": unknown{isText}, "profileImageUrl": unknown{isText}}
	adminUserShape   = fields{
		"id": isText, "email": unknown{isText}, "firstName": unknown{isText}, "lastName": unknown{isText}, "profileImageUrl": unknown{isText},
		"role": isText, "isActive": isBool, "createdAt": isTime,
	}
	// Signed in one sees oneself as both, and one's permissions (DECISIONS.md, Answers).
	meShape         = currentUserShape.with(adminUserShape).with(fields{"permissions": list{isText, true}})
	publicUserShape = fields{
		"firstName": isText, "lastName": isEmpty, "email": isEmpty, "profileImageUrl": unknown{isText},
		"createdAt": isTime,
	}
	statsShape = fields{"totalEpisodes": isNumber, "totalBooks": isNumber, "totalProducts": isNumber, "totalPeople": isNumber}

	namedChannel = fields{"name": isText}
	segmentShape = fields{"text": isText, "start": isNumber}

	metadataShape = fields{
		"amazonUrl": unknown{isText}, "wikipediaUrl": unknown{isText}, "linkedinUrl": unknown{isText}, "websiteUrl": unknown{isText},
		"mapsUrl":      unknown{isText},
		"goodreadsUrl": unknown{isText}, "author": unknown{isText}, "company": unknown{isText}, "country": unknown{isText},
		"title": unknown{isText},
		"field": unknown{isText}, "category": unknown{isText}, "sponsorType": unknown{isText}, "promoCode": unknown{isText},
	}
	entityShape = fields{
		"id": isNumber, "type": isText, "name": isText, "description": unknown{isText}, "mentionCount": isNumber, "metadata": metadataShape,
	}
	entityEpisodeShape = fields{
		"id": isNumber, "videoId": isText, "title": isText, "thumbnailUrl": unknown{isText}, "channel": namedChannel, "mentionCount": isNumber,
	}
	entityWithEpisodes = entityShape.with(fields{"episodes": list{entityEpisodeShape, true}, "episodeCount": isNumber})

	listedEpisodeShape = fields{
		"id": isNumber, "videoId": isText, "title": isText, "description": unknown{isText}, "thumbnailUrl": unknown{isText},
		"duration":  unknown{isNumber},
		"viewCount": unknown{isNumber}, "publishedAt": unknown{isTime}, "channel": namedChannel, "isProcessed": isBool,
	}
	episodeShape = listedEpisodeShape.with(fields{
		"transcript": isText, "segments": list{segmentShape, true}, "entities": list{entityShape, true},
	})
	teaserShape = listedEpisodeShape.with(fields{
		"transcript": isNull, "segments": none{}, "entities": none{}, "counts": list{fields{"type": isText, "count": isNumber}, true},
	})
	transcriptShape = fields{
		"title": isText, "videoId": word(firstVideo), "isProcessed": isBool, "transcript": isText,
		"segments": list{segmentShape, true},
	}

	channelShape = fields{
		"id": isNumber, "channelId": word(showChannel), "name": isText, "description": unknown{isText}, "thumbnailUrl": unknown{isText},
		"subscriberCount": unknown{isNumber},
	}
	channelStatsShape = channelShape.with(fields{
		"episodeCount": isNumber, "totalEntities": isNumber, "topEntityTypes": list{fields{"type": isText, "count": isNumber}, true},
		"recentEpisodes": list{fields{"id": isNumber, "title": isText, "publishedAt": unknown{isTime}}, true},
	})
	channelEpisodeShape = fields{
		"id": isNumber, "title": isText, "description": unknown{isText}, "thumbnailUrl": unknown{isText}, "duration": unknown{isNumber},
		"viewCount":   unknown{isNumber},
		"publishedAt": unknown{isTime},
	}

	savedEpisode  = fields{"title": isText, "videoId": isText, "channel": namedChannel}
	savedEntity   = fields{"name": isText, "type": isText, "description": unknown{isText}}
	favoriteShape = fields{
		"id": isNumber, "itemType": isText, "itemId": isNumber, "createdAt": isTime, "episode": unknown{savedEpisode},
		"entity": unknown{savedEntity},
	}
	addedShape      = favoriteShape.with(fields{"itemType": word("entity"), "episode": isNull, "entity": savedEntity})
	jobShape        = fields{"id": isNumber, "type": isText, "input": isText, "status": isText, "createdAt": isTime}
	jobCreatedShape = fields{"jobId": isNumber}

	adminStatsShape = fields{
		"totalUsers": isNumber, "activeUsers": isNumber, "totalProcessingJobs": isNumber, "totalBatchJobs": isNumber,
		"totalScheduledJobs": isNumber,
		"recentJobs":         list{jobShape, true}, "topEntities": list{fields{"name": isText, "type": isText, "mentions": isNumber}, true},
		"userGrowth": list{fields{"date": isText, "newUsers": isNumber}, true},
	}
	analyticsShape = fields{
		"totalEvents": isNumber, "uniqueUsers": isNumber,
		"topEvents": list{fields{"eventType": isText, "count": isNumber}, false},
	}
	verdictShape    = fields{"kind": isText, "url": isText, "reason": isText, "checkedAt": unknown{isTime}}
	validationShape = fields{
		"entity": entityShape, "validLinks": list{verdictShape, false}, "invalidLinks": list{verdictShape, false},
		"confidence": isNumber,
	}
	similarShape = fields{"entity": entityShape, "matchType": isText, "similarity": isNumber, "confidence": isNumber}
	countsShape  = fields{"merged": isNumber, "created": isNumber, "skipped": isNumber}
)
