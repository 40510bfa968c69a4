/** What others see of a published profile, and what they never see. */
export function Visible({ name, saved }: { name: string; /** how many favorites, as words */ saved: string }) {
  return (
    <>
      <ul className="profile-visible">
        <li>
          Your display name: <b>{name}</b>
        </li>
        <li>Your picture, if your account has one</li>
        <li>The month you joined</li>
        <li>{saved}, except episodes that only you can see</li>
      </ul>
      <p>Your e-mail address and your jobs are never shown.</p>
    </>
  )
}
