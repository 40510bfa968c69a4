import { Page, PageHead } from '@/ui/Page'

export function Component() {
  return (
    <Page title="About" narrow>
      <PageHead
        kicker="About"
        title="Hours of audio become lists of mentions"
        lead="Mentionary listens to podcast episodes and videos and writes down what was mentioned in them."
      />
      <div className="prose">
        <p>
          People recommend books in conversations, name the tools they use, thank their sponsors and tell stories about
          places. Those sentences disappear into hours of audio. Mentionary turns them into a directory of books,
          products, people, companies, locations, concepts and sponsors.
        </p>
        <h2>Every mention has its proof</h2>
        <p>
          A mention counts only with the sentence in which it was said, word for word, and the second it was said. What
          cannot be found in the transcript is not published. How sure we are is computed from that evidence, and the
          reasons are shown.
        </p>
        <h2>Links that work</h2>
        <p>
          Links lead to shops, encyclopedias, profiles and maps. They come from public catalogs and from the creators’
          own descriptions, and are checked from time to time. A language model never supplies an address.
        </p>
        <h2>What you can do</h2>
        <p>
          Everybody can browse the directory. With a free account you can read whole episode pages and transcripts, keep
          favorites, follow channels, and submit videos, playlists, channels and podcast feeds for analysis.
        </p>
      </div>
    </Page>
  )
}
