import { Button } from '@/ui/Button'
import { useFavorite, type FavoriteItem } from './favorites'
import { useSession } from './session'

type Props = FavoriteItem & {
  /** the name of the item, for people who listen */ name: string
  /** with its word, for the one item a page is about */ words?: boolean
}

/** Keeps an item, or lets it go. Visitors do not see it, nor does anybody for an item without an id; its place is kept until it is known who looks. */
export function FavoriteButton(props: Props) {
  const session = useSession()
  if (session.state === 'loading' && !props.words)
    return <span className="button button-small button-icon" aria-hidden="true" />
  if (session.state !== 'in' || !(props.itemId > 0)) return null
  return <Heart {...props} />
}

function Heart({ name, words = false, ...item }: Props) {
  const { isFavorite, toggle } = useFavorite(item, true)
  return words ? (
    <Button icon="heart" iconFill={isFavorite} aria-pressed={isFavorite} onClick={toggle}>
      {isFavorite ? 'Favorited' : 'Favorite'}
    </Button>
  ) : (
    <Button
      look="quiet"
      size="small"
      icon="heart"
      iconOnly
      iconFill={isFavorite}
      aria-pressed={isFavorite}
      onClick={toggle}
    >{`Favorite ${name}`}</Button>
  )
}
