import { useState } from 'react'
import { cx } from '@/lib/classes'
import { artShare, coverArt, coverTitle, initials } from '@/lib/cover'
import './Cover.css'

type CoverProps = {
  name: string
  /** an entity type, or `episode` or `channel` */
  type: string
  /** a picture from our own server; when it is missing or does not load, the cover is generated */
  src?: string | null | undefined
  /** letters (the default except for episodes), the whole title for large covers of books, or nothing */
  text?: 'initials' | 'title' | 'none'
  round?: boolean
  /** the picture that a page begins with: fetched before others */
  first?: boolean
}

function Art({ name, type, text }: { name: string; type: string; text: 'initials' | 'title' | 'none' }) {
  const { width, height, colors, shapes, titleOnTop } = coverArt(name, type)
  const book = type === 'book'
  const title = book && text === 'title' ? coverTitle(name, width - 18) : undefined
  const field = height * (1 - artShare)
  return (
    <svg
      className="cover-art"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width={width} height={height} fill={colors.ground} />
      <svg y={book && titleOnTop ? field : 0} width={width} height={book ? height - field : height} overflow="hidden">
        {shapes.map((s, i) =>
          s.stroke === undefined ? (
            <path key={i} d={s.d} fill={colors[s.tone]} />
          ) : (
            <path key={i} d={s.d} fill="none" stroke={colors[s.tone]} strokeWidth={s.stroke} />
          ),
        )}
      </svg>
      {title && (
        <text className="cover-title" fill={colors.text} fontSize={title.size}>
          {title.lines.map((line, i) => (
            <tspan key={i} x="9" y={(titleOnTop ? 9 : height - field + 6) + title.size * (0.82 + i * 1.08)}>
              {line}
            </tspan>
          ))}
        </text>
      )}
      {text === 'initials' && (
        <text
          className="cover-letters"
          fill={colors.text}
          stroke={colors.ground}
          strokeWidth={height * 0.035}
          paintOrder="stroke"
          strokeLinejoin="round"
          textAnchor={book ? 'start' : 'middle'}
          x={book ? 9 : width / 2}
          y={book ? (titleOnTop ? 46 : height - 16) : height / 2 + height * 0.13}
          fontSize={book ? 40 : height * 0.38}
        >
          {initials(name)}
        </text>
      )}
      {book && <rect className="cover-spine" width="3" height={height} />}
    </svg>
  )
}

/** The picture of a thing. The name stands beside it, so it is decoration for people who listen. */
export function Cover({
  name,
  type,
  src,
  text = type === 'episode' ? 'none' : 'initials',
  round = false,
  first = false,
}: CoverProps) {
  const [failed, setFailed] = useState<string>()
  const shown = src && src !== failed ? src : undefined
  return (
    <span className={cx('cover', `cover-${type}`, round && 'cover-round')}>
      {shown ? (
        <img
          src={shown}
          alt=""
          loading={first ? 'eager' : 'lazy'}
          decoding={first ? 'sync' : 'async'}
          onError={() => setFailed(shown)}
        />
      ) : (
        <Art name={name} type={type} text={text} />
      )}
    </span>
  )
}
