import 'react'

declare module 'react' {
  interface CSSProperties {
    // Our own properties that pieces hand to their style sheet.
    [property: `--${string}`]: string | number | undefined
  }
}
