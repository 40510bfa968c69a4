import { uploadsArePrivate } from '@/modules/stateWords'
import { Page, PageHead } from '@/ui/Page'

export function Component() {
  return (
    <Page title="Privacy" narrow>
      <PageHead
        kicker="Privacy"
        title="What we keep, and what we do not"
        lead="Private by default: nothing about you is shown to others until you publish it."
      />
      <div className="prose">
        <h2>Your account</h2>
        <p>
          When you sign in, your account provider tells us an identifier, your name, your e-mail address and your
          picture. We keep them to show you your own account. Your e-mail address is never shown to other visitors and
          never used to recognize you.
        </p>
        <h2>Your profile</h2>
        <p>
          Your profile is private until you publish it. A published profile shows your display name, your picture, the
          month you joined, and your favorites with the day you saved them. You can make it private again at any time.
        </p>
        <h2>Cookies and this browser</h2>
        <p>
          One cookie keeps you signed in. While you sign in, another one lives for ten minutes. This browser also
          remembers whether you chose the light or the dark theme. There are no advertising or tracking cookies, and
          pages load nothing from other sites.
        </p>
        <h2>Numbers about use</h2>
        <p>
          We count events such as page views for 90 days, without IP addresses or browser names. Visitors are counted
          with a key that changes every day, so nobody can be followed from one day to the next.
        </p>
        <h2>When you search for a show by its name</h2>
        <p>
          When you press “Find Shows”, our server sends the words you typed to podcast directories, such as Apple’s, and
          to YouTube where this site has a key for it. They learn the words and that this site asks, and nothing about
          you. Nothing is sent while you type.
        </p>
        <h2>Your content</h2>
        <p>{uploadsArePrivate}</p>
        <h2>Taking your data with you, or deleting it</h2>
        <p>
          Your account page lets you download all your data and delete your account. Deleting it removes your name,
          e-mail address, picture and sessions.
        </p>
      </div>
    </Page>
  )
}
