import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { errorWithReason } from '@/testing/reason'
import { mustSignInAgain, reasonOf } from './reason'

test('the reason of an error is read from its detail', () => {
  expect(reasonOf(errorWithReason('Please sign in again.', 'sign_in_again'))).toBe('sign_in_again')
  expect(mustSignInAgain(errorWithReason('Please sign in again.', 'sign_in_again'))).toBe(true)
  expect(mustSignInAgain(errorWithReason('No.', 'something_else'))).toBe(false)
})
test('other errors, other domains and broken details have none', () => {
  const broken = new ConnectError('no', Code.PermissionDenied)
  broken.details.push(
    { type: 'google.rpc.ErrorInfo', value: new Uint8Array([10, 200, 1]) },
    { type: 'google.rpc.RetryInfo', value: new Uint8Array() },
  )
  for (const error of [
    undefined,
    new Error('sign_in_again'),
    new ConnectError('sign_in_again', Code.PermissionDenied),
    errorWithReason('no', 'sign_in_again', 'elsewhere.example'),
    broken,
  ]) {
    expect(reasonOf(error)).toBeUndefined()
    expect(mustSignInAgain(error)).toBe(false)
  }
})
