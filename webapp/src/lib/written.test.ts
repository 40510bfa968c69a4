import { create } from '@bufbuild/protobuf'
import { afterEach, expect, test } from 'vitest'
import { EntityService, GetEntityResponseSchema } from '@/gen/mentionary/v1/entity_pb'
import { forgetWritten, takeWritten, writtenAnswer } from './written'

afterEach(forgetWritten)

const { getEntity, listEntityMentions } = EntityService.method
const address = (method: string, message: string) =>
  `/mentionary.v1.EntityService/${method}?connect=v1&encoding=json&message=${encodeURIComponent(message)}`

test('an answer is found by its call, and given out once', () => {
  takeWritten(
    JSON.stringify({
      [address('GetEntity', '{"id":7}')]: { entity: { id: 7, name: '</script>' }, ofAnotherVersion: 1 },
    }),
  )
  expect(writtenAnswer(getEntity, { id: 8 })).toBeUndefined()
  expect(writtenAnswer(listEntityMentions, { id: 7 })).toBeUndefined()
  expect(writtenAnswer(getEntity, { id: 7 })).toEqual(
    create(GetEntityResponseSchema, { entity: { id: 7, name: '</script>' } }),
  )
  expect(writtenAnswer(getEntity, { id: 7 })).toBeUndefined()
})
test('fields at their default are not part of the call', () => {
  takeWritten(JSON.stringify({ [address('ListEntityMentions', '{"id":7,"limit":50}')]: { total: 2 } }))
  expect(writtenAnswer(listEntityMentions, { id: 7, limit: 50, offset: 0 })?.total).toBe(2)
})
test('where nothing was written everything is asked', () => {
  takeWritten(undefined)
  expect(writtenAnswer(getEntity, { id: 7 })).toBeUndefined()
})
