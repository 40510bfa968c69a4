import { clock } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { Button } from '@/ui/Button'
import { Icon, type IconName } from '@/ui/Icon'
import { Progress } from '@/ui/Progress'
import { fileSize, type Uploaded } from './uploads'
import type { Row } from './useUploads'

const icons: Record<Row['state'], IconName> = {
  ready: 'list',
  sending: 'upload',
  sent: 'check',
  refused: 'warning',
  failed: 'warning',
}

function read({ cues, duration, language, format }: Uploaded): string {
  if (format) return 'It is listened to when the job runs.'
  return [counted(cues, 'line'), duration > 0 && clock(duration), language].filter(Boolean).join(', ')
}

/** One chosen file: its size, how far it is sent, and what the server read in it or why it did not. */
export function UploadRow({ row, onRemove }: { row: Row; onRemove?: (() => void) | undefined }) {
  const { file, info } = row.upload
  const whole = fileSize(file.size)
  const size = row.state === 'sending' ? `${fileSize(row.share * file.size)} of ${whole}` : whole
  return (
    <li className={`upload-row upload-${row.state}`}>
      <Icon name={icons[row.state]} />
      <span className="upload-row-words">
        <span className="upload-name">{row.answer?.title || file.name}</span>
        {row.text ? (
          <span className="small upload-problem" role="alert">
            {row.text}
          </span>
        ) : (
          <span className="small muted">
            {row.answer ? read(row.answer) : `${size}${info ? ', with its description' : ''}`}
          </span>
        )}
        {row.state === 'sending' && <Progress value={row.share} max={1} label={`Sending ${file.name}`} />}
      </span>
      {onRemove && (
        <Button look="quiet" size="small" icon="close" iconOnly onClick={onRemove}>{`Remove ${file.name}`}</Button>
      )}
    </li>
  )
}
