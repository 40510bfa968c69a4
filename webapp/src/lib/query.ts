import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import {
  useInfiniteQuery as useConnectInfiniteQuery,
  useQuery as useConnectQuery,
  type MessageInitWithPageParam,
  type MessagePageParamKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@connectrpc/connect-query'
import { writtenAnswer } from './written'

// The hooks of connect-query for what a page asks first: an answer that the server has written into the document is there at once.

/** useQuery of connect-query, which begins with the written answer. */
export function useQuery<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input?: MessageInitShape<I>,
  options?: UseQueryOptions<O>,
) {
  return useConnectQuery(method, input, { ...options, initialData: () => writtenAnswer(method, input) })
}

/** useInfiniteQuery of connect-query, which begins with the written answer as its first page. */
export function useInfiniteQuery<
  I extends DescMessage,
  O extends DescMessage,
  const Key extends MessagePageParamKey<MessageInitShape<I>>,
>(
  method: DescMethodUnary<I, O>,
  input: MessageInitWithPageParam<MessageInitShape<I>, Key>,
  options: UseInfiniteQueryOptions<I, O, Key, MessageShape<O>>,
) {
  return useConnectInfiniteQuery(method, input, {
    ...options,
    initialData: () => {
      const first = writtenAnswer(method, input)
      return first && { pages: [first], pageParams: [input[options.pageParamKey as keyof typeof input] as never] }
    },
  })
}
