import type { DataRouter } from 'react-router'

/** Settles when the first page of a router can be drawn: its code is there, or has failed. */
export function routerReady(router: DataRouter): Promise<void> {
  return new Promise(done => {
    if (router.state.initialized) {
      done()
      return
    }
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      done()
    })
  })
}
