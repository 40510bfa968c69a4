import { useState, type DragEvent } from 'react'

/** Takes what is dropped on an element: whether something is held over it now, and what to spread on the element. */
export function useDropTarget(onDrop: (data: DataTransfer) => void) {
  const [over, setOver] = useState(false)
  const target = {
    onDragOver: (e: DragEvent) => {
      e.preventDefault()
      setOver(true)
    },
    onDragLeave: (e: DragEvent) => {
      if (!e.currentTarget.contains(e.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (e: DragEvent) => {
      e.preventDefault()
      setOver(false)
      onDrop(e.dataTransfer)
    },
  }
  return [over, target] as const
}
