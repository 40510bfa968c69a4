import { AskDialog } from '@/ui/AskDialog'
import type { useBeforeStart } from './useBeforeStart'
import { WhatItComesTo } from './WhatItComesTo'

/** Asks whether to start once what it comes to is known; one need not wait for that. */
export function BeforeStartDialog({ asking, verb }: { asking: ReturnType<typeof useBeforeStart>; verb: string }) {
  const { known, start, cancel } = asking
  if (!known) return null
  return (
    <AskDialog title="Before It Starts" action={verb} onClose={cancel} onConfirm={start}>
      <WhatItComesTo known={known} />
    </AskDialog>
  )
}
