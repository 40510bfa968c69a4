// What the server has drawn is shown, and can be scrolled, before the code is there. Fonts are fetched first, then the code; and as all of
// the code at once would keep a phone busy for a third of a second, each of its chunks (vite.config.ts) has its turn.
const turns = [() => import('@/gen/mentionary/v1/auth_pb'), () => import('@/modules/session'), () => import('./main')]

/** A frame is painted after its callbacks; where nobody looks none is painted. */
const painted = new Promise<void>(done => {
  if (document.hidden) done()
  else requestAnimationFrame(() => setTimeout(done))
})

async function begin() {
  await painted
  // Those that the page needs (apiserver/spa), all at once.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) link.rel = 'modulepreload'
  for (const turn of turns) {
    await turn()
    await new Promise(done => setTimeout(done))
  }
}

void begin()
