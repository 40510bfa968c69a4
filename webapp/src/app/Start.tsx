import { useEffect, useReducer, useState, type ComponentType } from 'react'
import { saidFace, type Face } from '@/lib/face'
import { useSession } from '@/modules/session'
import { SkeletonPage } from '@/ui/Skeleton'

const fetched: Partial<Record<Face, ComponentType>> = {}

async function fetchFace(face: Face) {
  fetched[face] = (face === 'in' ? await import('@/pages/Home') : await import('@/pages/Landing')).Component
}

/** Fetches the start page with the face that the server has sent. */
export async function loadStart() {
  const face = saidFace()
  if (face) await fetchFace(face)
  return { Component: Start }
}

/**
 * "/" has two faces. Until the answer is there who looks, it shows the one for visitors where the server has said so, and else neither:
 * what the home asks would fail for somebody who is no longer signed in.
 */
function Start() {
  const { state } = useSession()
  const face = state === 'loading' ? (saidFace() === 'out' ? 'out' : undefined) : state
  const Shown = face && fetched[face]
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const [failure, setFailure] = useState<Error>()
  // Not lazy(): React holds back what comes after its placeholder for 300 ms.
  useEffect(() => {
    if (face && !fetched[face]) fetchFace(face).then(draw, setFailure)
  }, [face])
  if (failure) throw failure
  return Shown ? <Shown /> : <SkeletonPage />
}
