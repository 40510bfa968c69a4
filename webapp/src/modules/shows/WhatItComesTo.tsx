import { count } from '@/lib/format'
import { counted, plural } from '@/lib/plurals'
import { estimateText } from './estimate'
import type { BeforeStart } from './useBeforeStart'

/** What shows come to, as far as they have been looked at, in sentences. */
export function WhatItComesTo({ known }: { known: BeforeStart }) {
  const { sum, shows, looked, others, failures, minutesLeft } = known
  const heard = Math.ceil((sum.listened.seconds + sum.perhapsListened.seconds) / 60)
  return (
    <div className="stack stack-tight">
      <div className="stack stack-tight" role="status">
        {looked < shows && (
          <p className="muted">
            {shows === 1
              ? 'Looking at what this comes to…'
              : `Looking at what these come to: ${looked} of ${counted(shows, 'show')}…`}
          </p>
        )}
        {looked > failures.length && <p>{estimateText(sum)}</p>}
        {minutesLeft !== undefined && heard > minutesLeft && (
          <p>
            {minutesLeft === 0
              ? 'Nothing more may be listened to for you today; what is left waits until tomorrow.'
              : `${counted(minutesLeft, 'more minute')} may be listened to for you today; what is left waits until tomorrow.`}
          </p>
        )}
      </div>
      {failures.length > 0 && (
        <p role="alert">
          {shows === 1
            ? 'What this comes to could not be told.'
            : `${counted(failures.length, 'show')} could not be looked at.`}{' '}
          {failures[0]}
        </p>
      )}
      {others > 0 && (
        <p className="muted">
          {count(others)} more {plural('address', others)} {others === 1 ? 'is' : 'are'} not part of this.
        </p>
      )}
    </div>
  )
}
