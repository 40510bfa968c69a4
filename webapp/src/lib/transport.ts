import { createConnectTransport } from '@connectrpc/connect-web'
import { demandVersion } from './catalogueVersion'

/** The one connection to the server: reads are GETs, so that caches work; writes and streams are POSTs. */
export const transport = createConnectTransport({ baseUrl: '/', useHttpGet: true, interceptors: [demandVersion()] })
