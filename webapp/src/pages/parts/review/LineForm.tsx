import { useMutation } from '@connectrpc/connect-query'
import { Button, Form, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { ReviewService, type GlossaryLine } from '@/gen/mentionary/v1/review_pb'
import { counted } from '@/lib/plurals'
import { entityTypes } from '@/lib/types'
import { toast } from '@/ui/toasts'
import { MountedModal } from '@/modules/admin/MountedModal'
import { ChannelSelect } from './ChannelSelect'
import { readPasted } from './pasted'

type Way = 'meant' | 'blocked' | 'paste'

/** Adds lines to a channel's glossary, one or many pasted at once; or changes one. */
export function LineForm({
  line,
  channel: first,
  onClose,
  onSaved,
}: {
  /** the one to change; absent: a new one */ line?: GlossaryLine | undefined
  channel: number | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const [channel, setChannel] = useState(line?.channel?.id ?? first)
  const [way, setWay] = useState<Way>(line?.blocked ? 'blocked' : 'meant')
  const [heard, setHeard] = useState(line?.heard ?? '')
  const [meant, setMeant] = useState(line?.meant ?? '')
  const [type, setType] = useState(line?.meantType ?? 'person')
  const [text, setText] = useState('')
  const adding = useMutation(ReviewService.method.addGlossaryLines)
  const editing = useMutation(ReviewService.method.editGlossaryLine)
  const pasted = readPasted(text, type)
  const own = {
    heard: heard.trim(),
    blocked: way === 'blocked',
    meant: way === 'blocked' ? '' : meant.trim(),
    type: way === 'blocked' ? '' : type,
  }
  const lines = way === 'paste' ? pasted.lines : own.heard && (own.blocked || own.meant) ? [own] : []
  const problem = adding.error ?? editing.error
  const saved = () => {
    toast('Saved', `The next analysis reads with ${counted(lines.length, 'line')}.`)
    onSaved()
    onClose()
  }
  const send = () => {
    if (lines.length === 0) return
    if (line) editing.mutate({ id: line.id, line: lines[0]! }, { onSuccess: saved })
    else if (channel) adding.mutate({ channel, lines }, { onSuccess: saved })
  }
  return (
    <MountedModal title={line ? 'Change the line' : 'Add to a glossary'} footer={null} onCancel={onClose}>
      <Form layout="vertical" requiredMark={false} onFinish={send}>
        {!line && (
          <Form.Item label="Channel" htmlFor="glossary-channel">
            <ChannelSelect id="glossary-channel" value={channel} onChange={setChannel} />
          </Form.Item>
        )}
        <Form.Item>
          <Segmented<Way>
            className="wide-choice"
            aria-label="What to add"
            value={way}
            onChange={setWay}
            options={[
              { value: 'meant', label: 'Means something else' },
              { value: 'blocked', label: 'Names nothing' },
              ...(line ? [] : [{ value: 'paste' as const, label: 'Paste many' }]),
            ]}
          />
        </Form.Item>
        {way !== 'paste' && (
          <Form.Item label="What is heard" htmlFor="glossary-heard">
            <Input id="glossary-heard" value={heard} maxLength={200} onChange={e => setHeard(e.target.value)} />
          </Form.Item>
        )}
        {way === 'meant' && (
          <Form.Item label="What is meant" htmlFor="glossary-meant">
            <Input id="glossary-meant" value={meant} maxLength={200} onChange={e => setMeant(e.target.value)} />
          </Form.Item>
        )}
        {way === 'paste' && (
          <Form.Item
            label="One line each"
            htmlFor="glossary-paste"
            extra="“Cow Newport -> Cal Newport (person)”. Words alone name nothing."
            {...(pasted.wrong.length > 0 && {
              validateStatus: 'error' as const,
              help: `${pasted.wrong.length === 1 ? 'Line' : 'Lines'} ${pasted.wrong.slice(0, 10).join(', ')} cannot be read.`,
            })}
          >
            <Input.TextArea id="glossary-paste" rows={8} value={text} onChange={e => setText(e.target.value)} />
          </Form.Item>
        )}
        {way !== 'blocked' && (
          <Form.Item label={way === 'paste' ? 'Type, where a line names none' : 'Its type'} htmlFor="glossary-type">
            <Select
              id="glossary-type"
              value={type}
              onChange={setType}
              options={entityTypes.map(t => ({ value: t.type, label: t.singular }))}
            />
          </Form.Item>
        )}
        {problem && (
          <p className="field-error" role="alert">
            {problem.rawMessage}
          </p>
        )}
        <Button
          type="primary"
          htmlType="submit"
          loading={adding.isPending || editing.isPending}
          disabled={lines.length === 0 || lines.length > 500 || (!line && !channel)}
        >
          {line ? 'Save' : `Add ${counted(Math.max(1, lines.length), 'Line')}`}
        </Button>
        {lines.length > 500 && <p className="small muted">At most 500 lines at once.</p>}
      </Form>
    </MountedModal>
  )
}
