import type { Page } from '@playwright/test'

/** The people of the development sign-in page, by name. */
export const people = {
  admin: 'Margarethe Lindqvist',
  moderator: 'Tobias Okonjo',
  noor: 'Noor Castellane',
  elio: 'Elio Brandvold',
  /** Somebody whose role and status an admin changes: nobody else's tests sign in so. */
  wren: 'Wren Sakamoto',
} as const

export type Person = keyof typeof people

/** Chooses a person on the development sign-in page, which the browser is on its way to. */
export async function signInAs(page: Page, person: Person) {
  await page.getByRole('button', { name: people[person] }).click()
}
