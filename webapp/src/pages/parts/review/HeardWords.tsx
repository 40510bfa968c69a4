import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { ReviewItem } from '@/gen/mentionary/v1/review_pb'
import { Quote } from '@/ui/Quote'
import { MountedModal } from '@/modules/admin/MountedModal'

/** Asks which words of the sentence name the thing: they are remembered for the channel. */
export function HeardWords({
  item,
  onClose,
  onHeard,
}: {
  item: ReviewItem
  onClose: () => void
  onHeard: (heard: string) => void
}) {
  const [heard, setHeard] = useState('')
  const quote = item.example?.quote ?? ''
  const there = quote.toLocaleLowerCase().includes(heard.trim().toLocaleLowerCase())
  const send = () => heard.trim() && there && onHeard(heard.trim())
  return (
    <MountedModal title={`Which words name “${item.name}”?`} footer={null} onCancel={onClose}>
      <Quote text={quote} type={item.type} surface={heard.trim()} />
      <Form layout="vertical" requiredMark={false} onFinish={send}>
        <Form.Item
          label="Words of the sentence"
          htmlFor="review-heard"
          extra="From now on, these words mean it on this channel."
          {...(!there && { validateStatus: 'error' as const, help: 'These words are not in the sentence.' })}
        >
          <Input id="review-heard" autoFocus value={heard} maxLength={200} onChange={e => setHeard(e.target.value)} />
        </Form.Item>
        <Button type="primary" htmlType="submit" disabled={!heard.trim() || !there}>
          They Name It
        </Button>
      </Form>
    </MountedModal>
  )
}
