import { Page, PageHead } from '@/ui/Page'

export function Component() {
  return (
    <Page title="Terms" narrow>
      <PageHead kicker="Terms" title="Fair use of Mentionary" lead="Short rules, in plain words." />
      <div className="prose">
        <h2>What we offer</h2>
        <p>
          Mentionary lists what was mentioned in public podcast episodes and videos. Lists are made by software from
          transcripts. They can be incomplete or wrong; every mention shows its quote, so that you can check it, and you
          can report what is not right.
        </p>
        <h2>What belongs to others</h2>
        <p>
          Episodes, transcripts, pictures and names belong to their owners. We show short quotes with their source and
          link to the original. If something of yours should not be here, please tell the people who run this site.
        </p>
        <h2>What you submit</h2>
        <p>
          Submit only what you may share. Do not use the service to attack others, to overload it, or to reach content
          you have no right to.
        </p>
        <h2>Accounts and limits</h2>
        <p>
          An account is free. Analyzing content has a daily budget, shown with your jobs. Accounts that break these
          rules can be deactivated.
        </p>
        <h2>Links and promotions</h2>
        <p>
          Links to shops and promo codes are shown because they were mentioned. A sponsor’s offer is between you and the
          sponsor.
        </p>
      </div>
    </Page>
  )
}
