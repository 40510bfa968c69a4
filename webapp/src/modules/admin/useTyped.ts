import { useEffect, useEffectEvent, useState } from 'react'

/** How long somebody may pause inside a word before it counts. */
const pauseMs = 300

/** The text of a field that counts when typing pauses. `value` is what counts now; it may change from outside. */
export function useTyped(value: string, onPause: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== text.trim()) setText(value)
  }
  const pause = useEffectEvent(onPause)
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === value) return
    const timer = setTimeout(() => pause(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return [text, setText]
}
