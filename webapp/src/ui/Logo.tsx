/** The sign of the product: an opening quotation mark, and its name. */
export function Logo() {
  return (
    <span className="logo">
      <svg className="logo-sign" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
        <rect width="32" height="32" rx="7" />
        <path d="M8 21.5V15c0-3.6 1.7-5.9 5.1-6.9l.7 2.1c-1.6.7-2.5 1.7-2.7 3.1h2.7v8.2z" />
        <path d="M18.2 21.5V15c0-3.6 1.7-5.9 5.1-6.9l.7 2.1c-1.6.7-2.5 1.7-2.7 3.1H24v8.2z" />
      </svg>
      Mentionary
    </span>
  )
}
