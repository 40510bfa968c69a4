import { useRef, type ReactNode } from 'react'
import { cx } from '@/lib/classes'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { toastError } from '@/ui/toasts'
import { useDropTarget } from '@/ui/useDropTarget'
import { chosenFrom, chosenFromDrop, type ChosenFile } from './uploadPlan'
import { audioFiles, transcriptFiles } from './uploads'

type Props = {
  /** while files are sent no others are chosen */ busy: boolean
  /** whether audio may be chosen, too */ audio: boolean
  onChoose: (files: ChosenFile[]) => void
  children: ReactNode
}

/** Where files and folders are dropped, with buttons for people who choose them from a list. */
export function UploadDrop({ busy, audio, onChoose, children }: Props) {
  const [over, target] = useDropTarget(dropped => {
    chosenFromDrop(dropped).then(onChoose, () =>
      toastError('Error', 'The dropped files could not be read. Please use the buttons instead.'),
    )
  })
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const takeFrom = (input: HTMLInputElement) => {
    onChoose(chosenFrom(input.files ?? []))
    input.value = ''
  }
  return (
    <div className={cx('upload-drop', over && 'upload-over')} {...target}>
      <span className="upload-mark" aria-hidden="true">
        <Icon name="upload" size={26} />
      </span>
      <div className="upload-words">{children}</div>
      <div className="row upload-choose">
        <Button size="small" onClick={() => files.current?.click()} disabled={busy}>
          Choose files
        </Button>
        <Button size="small" look="quiet" onClick={() => folder.current?.click()} disabled={busy}>
          Choose folder
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={audio ? `${transcriptFiles},${audioFiles}` : transcriptFiles}
        aria-label="Transcript files"
        onChange={e => takeFrom(e.target)}
      />
      <input
        ref={element => {
          folder.current = element
          if (element) element.webkitdirectory = true // no attribute that React's types know
        }}
        type="file"
        hidden
        multiple
        aria-label="Folder of transcripts"
        onChange={e => takeFrom(e.target)}
      />
    </div>
  )
}
