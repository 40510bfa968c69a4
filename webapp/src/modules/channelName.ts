/** The name of a channel as pages write it, also when nobody knows it. */
export const channelName = (name: string | undefined) => name || 'Unknown Channel'
