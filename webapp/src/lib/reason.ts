import { ConnectError } from '@connectrpc/connect'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

// Errors that share a code are told apart by a detail of the error: google.rpc.ErrorInfo, of which two texts are read here.
const errorInfo = 'google.rpc.ErrorInfo'
const ourDomain = 'mentionary'
const fields = { reason: 1, domain: 2 }

function readInfo(bytes: Uint8Array): { reason: string; domain: string } {
  const info = { reason: '', domain: '' }
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    if (type === WireType.LengthDelimited && field === fields.reason) info.reason = reader.string()
    else if (type === WireType.LengthDelimited && field === fields.domain) info.domain = reader.string()
    else reader.skip(type)
  }
  return info
}

/** The server's own word for what was wrong, for example "sign_in_again"; undefined for an error that brings none. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ConnectError)) return undefined
  for (const detail of error.details) {
    if (!('type' in detail) || detail.type !== errorInfo) continue
    try {
      const { reason, domain } = readInfo(detail.value)
      if (domain === ourDomain && reason !== '') return reason
    } catch {
      // A detail that cannot be read says nothing.
    }
  }
  return undefined
}

/** Whether the call is refused only because the sign-in is too old: after confirming who it is, it can be made again. */
export const mustSignInAgain = (error: unknown): boolean => reasonOf(error) === 'sign_in_again'
