import { useMutation } from '@connectrpc/connect-query'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Mention } from '@/gen/mentionary/v1/common_pb'
import { ReportService } from '@/gen/mentionary/v1/report_pb'
import { AskDialog } from '@/ui/AskDialog'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toasts'
import { VisuallyHidden } from '@/ui/VisuallyHidden'
import { keepDraft, takeDraft, type ReportItem } from './reportDraft'
import { reportReasons } from './reportWords'
import { useSession } from './session'
import { useSignInFirst } from './useSignInFirst'
import './ReportButton.css'

type Props = ReportItem & {
  /** what it is called, for people who listen and for the dialog */ name: string
  /** as "Wrong?" in a line of small words, instead of a button of its own */ small?: boolean
}

/** "Report" for an episode or an entity, "Wrong?" for one mention: what is wrong goes to the moderators. */
export function ReportButton(props: Props) {
  const session = useSession()
  // Whoever was sent to sign in goes on with what they had written.
  const [draft, setDraft] = useState(() => (session.state === 'in' ? takeDraft(props) : undefined))
  const [open, setOpen] = useState(draft !== undefined)
  if (session.state === 'loading') return null
  const close = () => {
    setOpen(false)
    setDraft(undefined)
  }
  return (
    <>
      {props.small ? (
        <button type="button" className="report-wrong" onClick={() => setOpen(true)}>
          Wrong?<VisuallyHidden> Report {props.name}</VisuallyHidden>
        </button>
      ) : (
        <Button icon="flag" look="quiet" onClick={() => setOpen(true)}>
          Report
        </Button>
      )}
      {/* Outside of the row: that may be folded. */}
      {open &&
        createPortal(
          <ReportDialog
            {...props}
            signedIn={session.state === 'in'}
            reason={draft?.reason ?? ''}
            note={draft?.text ?? ''}
            onClose={close}
          />,
          document.body,
        )}
    </>
  )
}

type DialogProps = Props & { signedIn: boolean; reason: string; note: string; onClose: () => void }

function ReportDialog({ itemType, itemId, name, signedIn, reason: first, note, onClose }: DialogProps) {
  const [reason, setReason] = useState(first)
  const [text, setText] = useState(note)
  const [missing, setMissing] = useState('')
  const signInFirst = useSignInFirst()
  const sending = useMutation(ReportService.method.report)
  const noteId = useId()
  // Nothing but a mention is or is not one.
  const reasons = reportReasons.filter(r => itemType === 'mention' || r.reason !== 'not_a_mention')
  const send = () => {
    const problem = !reason
      ? 'Choose what is wrong.'
      : reason === 'other' && !text.trim()
        ? 'Say in a few words what is wrong.'
        : ''
    setMissing(problem)
    if (problem) return
    if (!signedIn) {
      keepDraft({ itemType, itemId, reason, text })
      signInFirst('Please sign in to send your report. What you wrote is kept.')
      return
    }
    sending.mutate(
      { itemType, itemId, reason, text },
      {
        onSuccess: () => {
          toast('Thank you', 'A moderator will look at it.')
          onClose()
        },
      },
    )
  }
  return (
    <AskDialog
      title="What is wrong?"
      action="Send Report"
      busy={sending.isPending}
      error={missing || sending.error?.rawMessage}
      onClose={onClose}
      onConfirm={send}
    >
      <p className="muted clamp-2">{name}</p>
      <fieldset className="report-reasons">
        <legend className="visually-hidden">What is wrong?</legend>
        {reasons.map(r => (
          <label key={r.reason}>
            <input
              type="radio"
              name="reason"
              value={r.reason}
              checked={reason === r.reason}
              onChange={() => {
                setReason(r.reason)
                setMissing('')
              }}
            />
            {r.label}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label className="field-label" htmlFor={noteId}>
          {reason === 'other' ? 'What is it?' : 'Anything to add? (optional)'}
        </label>
        <textarea
          id={noteId}
          className="report-note"
          maxLength={500}
          value={text}
          onChange={e => {
            setText(e.target.value)
            setMissing('')
          }}
        />
      </div>
    </AskDialog>
  )
}

/** "Wrong?" behind a quote. */
export function WrongMention({ mention }: { mention: Mention }) {
  return <ReportButton small itemType="mention" itemId={mention.id} name={mention.surface || mention.quote} />
}
