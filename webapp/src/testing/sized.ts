import { vi } from 'vitest'

/** Gives every element the size of a chart: without a browser they have none, and charts complain. */
export function giveElementsASize() {
  const size = new DOMRect(0, 0, 480, 232)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(size)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(size.width)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(size.height)
}
