import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { Code, ConnectError } from '@connectrpc/connect'

/** An error with google.rpc.ErrorInfo, as the server sends it. */
export function errorWithReason(message: string, reason: string, domain = 'mentionary'): ConnectError {
  const error = new ConnectError(message, Code.PermissionDenied)
  const value = new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string(reason)
    .tag(2, WireType.LengthDelimited)
    .string(domain)
    .finish()
  error.details.push({ type: 'google.rpc.ErrorInfo', value })
  return error
}
