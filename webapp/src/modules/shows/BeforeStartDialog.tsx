import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import type { useBeforeStart } from './useBeforeStart'
import { WhatItComesTo } from './WhatItComesTo'

/** Asks whether to start once what it comes to is known; one need not wait for that. */
export function BeforeStartDialog({ asking, verb }: { asking: ReturnType<typeof useBeforeStart>; verb: string }) {
  const { before, start, cancel } = asking
  if (!before) return null
  return (
    <Dialog
      open
      title="Before It Starts"
      onClose={cancel}
      actions={
        <>
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button look="primary" onClick={start}>
            {verb}
          </Button>
        </>
      }
    >
      <WhatItComesTo before={before} />
    </Dialog>
  )
}
