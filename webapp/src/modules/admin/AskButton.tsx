import { Button, Modal, type ButtonProps } from 'antd'
import { useState, type ReactNode } from 'react'

/** A button that asks in a dialog before it acts, and says what that will do. */
export function AskButton({
  title,
  text,
  yes,
  no,
  onYes,
  ...button
}: Omit<ButtonProps, 'onClick' | 'title'> & {
  title: string
  text: ReactNode
  /** what its two answers are called */ yes: string
  no: string
  onYes: () => void
}) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <Modal
        open={asking}
        title={title}
        width={440}
        okText={yes}
        cancelText={no}
        okButtonProps={{ danger: button.danger ?? false }}
        onOk={() => {
          setAsking(false)
          onYes()
        }}
        onCancel={() => setAsking(false)}
        destroyOnHidden
      >
        {text}
      </Modal>
    </>
  )
}
