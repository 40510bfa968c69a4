import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt'
import type { CurrentUser } from '@/gen/mentionary/v1/auth_pb'
import type { PublicUser } from '@/gen/mentionary/v1/user_pb'
import { monthYear } from '@/lib/format'

const joined = (...parts: (string | undefined)[]) =>
  parts
    .map(p => p?.trim())
    .filter(Boolean)
    .join(' ')

/** First and last name as far as they are known; "" for neither. */
export function fullName(user: Pick<CurrentUser, 'firstName' | 'lastName'>): string {
  return joined(user.firstName, user.lastName)
}

/** How somebody is called in public: by name, else by the part of the e-mail before the at sign, else "User". */
export function publicName(user: Pick<PublicUser, 'firstName' | 'lastName' | 'email'>): string {
  return fullName(user) || user.email.split('@')[0]?.trim() || 'User'
}

const roles: Record<string, string> = { user: 'User', moderator: 'Moderator', admin: 'Admin' }

/** The role in words; an unset one is "User". */
export function roleName(role: string): string {
  return roles[role] ?? (role || 'User')
}

/** The month of a moment, where the reader is. */
export function memberSince(at: Timestamp | undefined): string | undefined {
  return at && monthYear(timestampDate(at))
}

/** The month a public profile tells. It is sent as the first moment of that month in UTC, so it is read there: west of it that is still the month before. */
export function collectingSince(at: Timestamp | undefined): string | undefined {
  if (!at) return undefined
  const utc = timestampDate(at)
  return monthYear(new Date(utc.getUTCFullYear(), utc.getUTCMonth(), 1))
}
