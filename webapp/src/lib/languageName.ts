const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** What people call the language of a code; empty for none. */
export function languageName(code: string) {
  try {
    return code ? (names.of(code) ?? '') : ''
  } catch {
    return '' // no code at all
  }
}
