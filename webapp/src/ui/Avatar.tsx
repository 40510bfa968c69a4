import { useState } from 'react'
import './Avatar.css'

/** A person's picture, or a letter. */
export function Avatar({ src, letter, size = 36 }: { src?: string | null | undefined; letter: string; size?: number }) {
  const [failed, setFailed] = useState<string>()
  return (
    <span className="avatar" style={{ width: size, height: size, fontSize: size * 0.44 }} aria-hidden="true">
      {src && src !== failed ? (
        <img src={src} alt="" width={size} height={size} onError={() => setFailed(src)} />
      ) : (
        letter
      )}
    </span>
  )
}
