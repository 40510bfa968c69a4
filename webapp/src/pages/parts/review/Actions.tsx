import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ReviewItem } from '@/gen/mentionary/v1/review_pb'
import { LastDecision, TypeChoices } from './DecisionBar'

type Props = {
  item: ReviewItem | undefined
  /** false for a claim whose sentence nobody says: it can only be wrong */ provable: boolean
  sentence: boolean
  last: { subject: { name: string }; said: string } | undefined
  /** decided since the page was opened */ count: number
  onRight: () => void
  onWrong: () => void
  onType: (type: string) => void
  onOther: () => void
  onMayBe: (id: number, name: string) => void
  onSentence: () => void
  onUndo: () => void
  children: ReactNode
}

/** What can be said about the claim, each with its key. */
export function Actions(props: Props) {
  const { item, provable } = props
  return (
    <div className="review-actions">
      {item && (
        <>
          <div className="row review-main" role="group" aria-label="Decide">
            <Button type="primary" size="large" disabled={!provable} onClick={props.onRight}>
              Right <kbd>r</kbd>
            </Button>
            <Button size="large" onClick={props.onWrong}>
              Wrong <kbd>w</kbd>
            </Button>
            {item.mayBe && (
              <Button size="large" onClick={() => item.mayBe && props.onMayBe(item.mayBe.id, item.mayBe.name)}>
                <span className="review-name">It is {item.mayBe.name}</span> <kbd>m</kbd>
              </Button>
            )}
            <Button size="large" disabled={!provable} onClick={props.onOther}>
              Other entity <kbd>e</kbd>
            </Button>
            {item.kind !== 'rejected' && (
              <Button size="large" type="text" aria-pressed={props.sentence} onClick={props.onSentence}>
                {props.sentence ? 'Only this sentence' : 'The whole channel'} <kbd>s</kbd>
              </Button>
            )}
          </div>
          <TypeChoices type={item.type} off={!provable} onType={props.onType} />
        </>
      )}
      <LastDecision last={props.last} decided={props.count} onUndo={props.onUndo}>
        {props.children}
      </LastDecision>
    </div>
  )
}
