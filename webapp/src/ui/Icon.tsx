import './Icon.css'

// Our own small set, drawn on 24 × 24 with one stroke. A name may be filled instead ("fill").
const drawings = {
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  'arrow-up-right': 'M7 17 17 7M9 7h8v8',
  book: 'M12 6.5c-2-1.3-4.5-1.7-8-1.7v13.4c3.5 0 6 .5 8 1.8 2-1.3 4.5-1.8 8-1.8V4.8c-3.5 0-6 .4-8 1.7zm0 0V20',
  calendar: 'M4 6.5h16V20H4zM4 10.5h16M8 4v4m8-4v4',
  cart: 'M3 4h2.5l2.3 11.2h10l2-8H6.5M9.5 20h.01m7 0h.01',
  chart: 'M5 20v-8m7 8V5m7 15v-5M3.5 20h17',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4v4.3l2.8 1.7',
  close: 'M6 6l12 12M18 6 6 18',
  company: 'M5 20V5h9v15M14 10h5v10M3.5 20h17M8 9h3m-3 3.5h3M8 16h3',
  coins:
    'M12 4c4.4 0 8 1.3 8 3s-3.6 3-8 3-8-1.3-8-3 3.6-3 8-3zM4 7v5c0 1.7 3.6 3 8 3s8-1.3 8-3V7M4 12v5c0 1.7 3.6 3 8 3s8-1.3 8-3v-5',
  concept:
    'M9.5 18.5h5M10.5 21h3M12 3.5a5.8 5.8 0 0 0-3.3 10.6c.5.4.8 1 .8 1.6h5c0-.6.3-1.2.8-1.6A5.8 5.8 0 0 0 12 3.5z',
  copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  episode: 'M12 4a3 3 0 0 0-3 3v4.5a3 3 0 0 0 6 0V7a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  eye: 'M3 12c2.3-4 5.3-6 9-6s6.7 2 9 6c-2.3 4-5.3 6-9 6s-6.7-2-9-6zm9-2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  filter: 'M4 7h16M7 12h10m-7 5h4',
  flag: 'M6 21V4m0 1h11l-2 4 2 4H6',
  globe:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 12h16M12 4c2.3 2.2 3.5 4.9 3.5 8s-1.2 5.8-3.5 8c-2.3-2.2-3.5-4.9-3.5-8S9.7 6.2 12 4z',
  heart:
    'M12 19.5C6.5 15.9 4 12.9 4 9.6 4 7 5.9 5.2 8.2 5.2c1.6 0 3 .8 3.8 2.2.8-1.4 2.2-2.2 3.8-2.2C18.1 5.2 20 7 20 9.6c0 3.3-2.5 6.3-8 9.9z',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 7v5m0-8.5h.01',
  layers: 'm12 4 8 4-8 4-8-4zM4 12l8 4 8-4M4 16l8 4 8-4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  list: 'M9 7h11M9 12h11M9 17h11M4.5 7h.01m-.01 5h.01m-.01 5h.01',
  location:
    'M12 20.5c-4-4.3-6-7.6-6-10.3a6 6 0 0 1 12 0c0 2.7-2 6-6 10.3zm0-12.8a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z',
  map: 'm4 6.5 5-2 6 2 5-2v13l-5 2-6-2-5 2zM9 4.5v13m6-11v13',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M6 12h12',
  moon: 'M19.5 14A8 8 0 0 1 10 4.5a8 8 0 1 0 9.5 9.5z',
  pause: 'M9 6v12m6-12v12',
  people:
    'M9 5.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 19c.3-3.3 2.4-5 6-5s5.7 1.7 6 5M15.5 6a2.7 2.7 0 0 1 0 5.3M18 14.5c1.8.7 2.8 2.2 3 4.5',
  person: 'M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM5 20c.4-3.9 2.7-5.8 7-5.8s6.6 1.9 7 5.8',
  play: 'M8 5.5v13l10.5-6.5z',
  plus: 'M12 5v14m-7-7h14',
  product: 'm12 3.5 7.5 4.2v8.6L12 20.5l-7.5-4.2V7.7zM4.8 7.8l7.2 4 7.2-4M12 12v8.3',
  profile:
    'M4 6h16v12.5H4zM8.5 9.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM5.8 16c.4-1.3 1.3-2 2.7-2s2.3.7 2.7 2M14 10.5h3.5M14 14h3.5',
  retry: 'M19 12a7 7 0 1 1-2-4.9M19.5 4v4h-4',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zm4.5 10.5 5 5',
  settings:
    'M4 8h9m5 0h2M4 16h2m5 0h9M15.5 5.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM8.5 13.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z',
  share: 'M12 4v11M7.5 8.5 12 4l4.5 4.5M5.5 12.5V20h13v-7.5',
  shield: 'm12 3.5 7 2.5v5c0 4.4-2.3 7.5-7 9.5-4.7-2-7-5.1-7-9.5V6z',
  'sign-out': 'M14 5H5v14h9M10 12h10m-3.5-4 4 4-4 4',
  sponsor: 'M4 10v4l3 .3 1.5 5H11l-.9-4.8L18 17.5v-11L7 9.7zM20.5 10.5v3',
  star: 'm12 4 2.4 5.1 5.6.7-4.1 3.9 1 5.5-4.9-2.7-4.9 2.7 1-5.5L4 9.8l5.6-.7z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0-5v1.5m0 15V21m9-9h-1.5m-15 0H3m15.4-6.4-1.1 1.1M6.7 17.3l-1.1 1.1m12.8 0-1.1-1.1M6.7 6.7 5.6 5.6',
  trash: 'M5 7h14M10 7V4.5h4V7m3.5 0-.8 13H7.3L6.5 7m3.7 4v5.5m3.6-5.5v5.5',
  upload: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 20h14',
  warning: 'M12 4.5 21 19.5H3zm0 5.5v4.5m0 2.5h.01',
} as const

export type IconName = keyof typeof drawings

/** A decorative picture; what it means is said in words beside it or by the label of its button. */
export function Icon({
  name,
  fill = false,
  size = '1.2em',
}: {
  name: IconName
  fill?: boolean
  size?: string | number
}) {
  return (
    <svg
      className={fill ? 'icon icon-fill' : 'icon'}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  )
}

/** All names, for the page that shows every piece. */
export const iconNames = Object.keys(drawings) as IconName[]
