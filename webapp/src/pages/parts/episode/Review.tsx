import type { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Episode } from '@/gen/mentionary/v1/common_pb'
import { PublicationService } from '@/gen/mentionary/v1/publication_pb'
import { paths } from '@/lib/paths'
import { may, useSession } from '@/modules/session'
import { reviewText } from '@/modules/stateWords'
import { Button } from '@/ui/Button'
import { toast, toastError } from '@/ui/toasts'

/** What a private episode waits for, and a moderator's two answers. Nothing for public ones. */
export function Review({ episode }: { episode: Episode }) {
  const moderates = may(useSession(), 'moderate')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const publishing = useMutation(PublicationService.method.publishEpisode)
  const refusing = useMutation(PublicationService.method.refuseEpisode)
  const text = reviewText(episode)
  if (!text) return null
  const busy = publishing.isPending || refusing.isPending
  const onError = (error: ConnectError) => toastError('Error', error.rawMessage)
  const publish = () =>
    publishing.mutate(
      { id: episode.id },
      {
        onSuccess: answer => {
          toast('Published', 'Everybody can see it now.')
          void queries.invalidateQueries()
          void navigate(paths.episode(answer.episode?.id ?? episode.id), { replace: true })
        },
        onError,
      },
    )
  const refuse = () =>
    refusing.mutate(
      { id: episode.id },
      {
        onSuccess: () => {
          toast('Not Published', 'It stays private to the person who sent it.')
          void queries.invalidateQueries()
        },
        onError,
      },
    )
  const refused = episode.review === 'refused'
  return (
    <div className="row">
      <span className="small muted">{text}</span>
      {moderates && (
        <Button size="small" look="primary" icon="check" disabled={busy} onClick={publish}>
          Publish
        </Button>
      )}
      {moderates && !refused && (
        <Button size="small" disabled={busy} onClick={refuse}>
          Do Not Publish
        </Button>
      )}
    </div>
  )
}
