import { expect, test } from 'vitest'
import { paths, slug } from './paths'
import { entityType, typeWords } from './types'
import { hostOf, safeExternalUrl } from './url'

test('addresses keep what they are given and leave out what is empty', () => {
  expect(paths.directory({ type: 'book', entity: 7 })).toBe('/directory?type=book&entity=7')
  expect(paths.directory({ type: '' })).toBe('/directory')
  expect(paths.episode('a/b?c', 'The Left Hand')).toBe('/episode/a%2Fb%3Fc#The%20Left%20Hand')
  expect(paths.login('/episode/1?x=1#a')).toBe('/api/login?returnTo=%2Fepisode%2F1%3Fx%3D1%23a')
  expect(paths.ownProfile('favorites')).toBe('/profile?tab=favorites')
})
test.each([
  ['The Left Hand of Darkness!', 'the-left-hand-of-darkness'],
  ['吾輩は猫である', '吾輩は猫である'],
  ['!!!', 'entity'],
  ['C++', 'c'],
])('%s reads as %s in an address', (name, expected) => {
  expect(slug(name)).toBe(expected)
})
test('a slug has at most 60 characters', () => {
  expect(slug('a very long name '.repeat(20)).length).toBeLessThanOrEqual(60)
})

test.each(['https://example.org/a?b#c', 'http://example.org/'])('%s may be opened', url => {
  expect(safeExternalUrl(url)).toBe(url)
})
test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.org',
  '/relative',
  '//example.org',
  'https://user:secret@example.org/',
  'http://',
  '',
  null,
  undefined,
])('%s is not opened', url => {
  expect(safeExternalUrl(url)).toBeUndefined()
})
test('the host is written without www', () => {
  expect(hostOf('https://www.example.org:8443/a')).toBe('example.org')
})

test('organization is another name of company, unknown types are shown as sent', () => {
  expect([entityType('organization'), entityType('book'), entityType('toString'), entityType(null)]).toEqual([
    'company',
    'book',
    undefined,
    undefined,
  ])
  expect([typeWords('organization').label, typeWords('person').plural, typeWords('song').label]).toEqual([
    'Companies',
    'people',
    'song',
  ])
})
