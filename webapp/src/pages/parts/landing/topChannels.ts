import { useQuery } from '@/lib/query'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'

/** The hundred channels with the most mentions, asked for once. */
export const useTopChannels = () => useQuery(ChannelService.method.listChannelStats, { sort: 'mentions', limit: 100 })
