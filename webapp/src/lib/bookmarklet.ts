import { paths } from './paths'

/** The program of a bookmark that opens the form of the site at an origin, with the address of the page one is on in it. */
export function bookmarklet(origin: string): string {
  const form = JSON.stringify(`${origin}${paths.home()}?input=`)
  return `javascript:void(location.href=${encodeURI(form)}+encodeURIComponent(location.href))`
}
