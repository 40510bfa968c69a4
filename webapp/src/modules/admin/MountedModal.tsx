import { useEffect, useState } from 'react'
import { Modal, type ModalProps } from 'antd'

/**
 * A dialog that is open as long as it is there. What had the keyboard before gets it back: antd sees to that only where a dialog is
 * closed before it is taken away.
 */
export function MountedModal(props: Omit<ModalProps, 'open'>) {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
  return <Modal open {...props} />
}
