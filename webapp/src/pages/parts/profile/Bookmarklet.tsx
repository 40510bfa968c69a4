import { useCallback } from 'react'
import { bookmarklet } from '@/lib/bookmarklet'
import { Icon } from '@/ui/Icon'
import { toast } from '@/ui/toasts'
import { Setting } from './Setting'

const how = 'Drag this link to your browser’s bookmarks bar. A press on it here does nothing.'

/** A link for the bookmarks bar that brings the page one is on to this site. */
export function Bookmarklet() {
  // React refuses to write such addresses, so that nobody's text becomes a program. This one is ours.
  const program = useCallback((link: HTMLAnchorElement | null) => {
    link?.setAttribute('href', bookmarklet(window.location.origin))
  }, [])
  return (
    <Setting
      title="From other pages"
      text={
        'With this link among your bookmarks, one press brings the page you are on here: a video, a show’s page or a feed. ' +
        'Nothing is submitted before you press Analyze Content.'
      }
    >
      <p className="row">
        <a
          ref={program}
          className="button button-secondary"
          draggable
          onClick={e => {
            e.preventDefault()
            toast('Drag this link', how)
          }}
        >
          <Icon name="plus" />
          <span>Analyze in Mentionary</span>
        </a>
      </p>
      <p className="small muted">{how}</p>
    </Setting>
  )
}
