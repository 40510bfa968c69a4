import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { useMutation } from '@connectrpc/connect-query'
import { Button, DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import type { Episode } from '@/gen/mentionary/v1/common_pb'
import { PublicationService } from '@/gen/mentionary/v1/publication_pb'
import { toast } from '@/ui/toasts'
import { MountedModal } from '@/modules/admin/MountedModal'

/** Corrects title, channel and date of an upload, before it is published or after. */
export function EditUpload({
  episode,
  onClose,
  onSaved,
}: {
  episode: Episode
  onClose: () => void
  onSaved: () => void
}) {
  const [title, setTitle] = useState(episode.title)
  const [channel, setChannel] = useState(episode.channel?.name ?? '')
  const [day, setDay] = useState<Dayjs | null>(episode.publishedAt ? dayjs(timestampDate(episode.publishedAt)) : null)
  const editing = useMutation(PublicationService.method.editEpisode)
  const save = () =>
    editing.mutate(
      {
        id: episode.id,
        title: title.trim(),
        ...(channel.trim() && { channel: channel.trim() }),
        ...(day && { publishedAt: timestampFromDate(day.toDate()) }),
      },
      {
        onSuccess: () => {
          toast('Saved', 'The episode is updated everywhere.')
          onSaved()
          onClose()
        },
      },
    )
  return (
    <MountedModal title="Edit the upload" footer={null} onCancel={onClose}>
      <Form layout="vertical" requiredMark={false} onFinish={save}>
        <Form.Item label="Title" htmlFor="upload-title">
          <Input id="upload-title" autoFocus value={title} maxLength={500} onChange={e => setTitle(e.target.value)} />
        </Form.Item>
        <Form.Item
          label="Channel"
          htmlFor="upload-channel"
          extra="One of the sender’s channels; a new name creates a new one."
        >
          <Input id="upload-channel" value={channel} maxLength={200} onChange={e => setChannel(e.target.value)} />
        </Form.Item>
        <Form.Item label="Date" htmlFor="upload-date">
          <DatePicker id="upload-date" value={day} onChange={setDay} format="MMM D, YYYY" allowClear={false} />
        </Form.Item>
        {editing.isError && (
          <p className="field-error" role="alert">
            {editing.error.rawMessage}
          </p>
        )}
        <Button type="primary" htmlType="submit" loading={editing.isPending} disabled={!title.trim()}>
          Save
        </Button>
      </Form>
    </MountedModal>
  )
}
