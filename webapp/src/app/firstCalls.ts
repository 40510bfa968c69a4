/**
 * Which calls a page makes as soon as it is opened. The build hands this table to the server (build/pages-plugin.ts), which has the
 * browser make them beside the code instead of after it (apiserver/spa). A call must be written as the page makes it, fields in the
 * order of the contract and without those at their default, or it is made twice: firstCalls.test.tsx compares the two.
 */

/** A procedure of mentionary.v1, and its message. `{id}` stands for a part of the address, `{id:number}` for one that is a number. */
export type FirstCall = readonly [procedure: string, message: Readonly<Record<string, string | number | boolean>>]

/** What a page calls whoever looks, and what further when somebody is signed in, or nobody. `{?q}` is a word of the query. */
export type FirstCalls = {
  all?: readonly FirstCall[]
  out?: readonly FirstCall[]
  in?: readonly FirstCall[]
}

/** What every page asks, also one that does not exist: who looks. */
export const everyPage: FirstCall = ['AuthService/GetCurrentUser', {}]

const favorites: FirstCall = ['FavoriteService/ListFavorites', { limit: 1000 }]

/** A directory of one type. Hearts on its cards are those of a person. */
const listed = (type: string, list: FirstCall[1]): FirstCalls => ({
  all: [
    ['StatsService/GetTypeStats', { type }],
    ['EntityService/ListEntities', { type, limit: 100, ...list }],
  ],
  in: [favorites],
})

/** By the address of a page, as in pages.ts. An address with a query that is not named here calls for something else. */
export const firstCalls: Readonly<Record<string, FirstCalls>> = {
  // Which of its two pages the start page shows is known when the session's answer is there. Without it, what was fetched for the home
  // would lie unused, and a failed fetch would be the answer once the home is shown.
  '/': {
    out: [
      ['StatsService/GetStats', {}],
      ['EntityService/ListEntities', { type: 'book', limit: 1, withQuotes: true }],
      ['EpisodeService/ListEpisodes', { limit: 3 }],
      ['ChannelService/ListChannelStats', { limit: 100, sort: 'mentions' }],
    ],
  },
  '/directory': { all: [['EpisodeService/ListEpisodes', { limit: 12 }]] },
  '/channels': {
    all: [
      ['ChannelService/ListChannelStats', { limit: 6, sort: 'entities' }],
      ['EpisodeService/ListEpisodes', { limit: 12, sort: 'published' }],
    ],
  },
  '/concepts': listed('concept', { sort: 'name', withEpisodes: true, withQuotes: true }),
  '/books': listed('book', { sort: 'mentions', withQuotes: true }),
  '/products': listed('product', { sort: 'mentions', withQuotes: true }),
  '/people': listed('person', { sort: 'mentions', withQuotes: true, part: 'talked' }),
  '/locations': listed('location', { sort: 'mentions', withQuotes: true }),
  '/episode/:id': {
    all: [['EpisodeService/GetEpisode', { id: '{id}' }]],
    in: [['EpisodeService/ListEpisodeEntities', { id: '{id}' }], favorites],
  },
  '/entity/:id/:slug?': {
    all: [
      ['EntityService/GetEntity', { id: '{id:number}' }],
      ['EntityService/ListEntityMentions', { id: '{id:number}', limit: 50 }],
      ['EntityService/GetEntityOverview', { id: '{id:number}' }],
    ],
    in: [['EntityService/ListSimilarEntities', { id: '{id:number}' }], favorites],
  },
  '/channel/:channelId': {
    all: [
      ['ChannelService/GetChannel', { channelId: '{channelId}' }],
      ['ChannelService/ListChannelEpisodes', { channelId: '{channelId}', limit: 24 }],
    ],
    in: [['FollowService/CheckFollow', { channelId: '{channelId}' }]],
  },
  '/search': { all: [['SearchService/Search', { query: '{?q}', limit: 12, withQuotes: true }]] },
}
