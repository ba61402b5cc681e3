import type { Body, Item, Query, Reply } from '@postrider/sdk';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type InboxRow = Item<'GET /inbox'>;
export type InboxMail = Reply<'GET /inbox/{emailId}'>;
export type Simulated = Body<'POST /inbox/{emailId}/simulate'>['type'];

type InboxPage = Reply<'GET /inbox'>;
type InboxFilter = Pick<NonNullable<Query<'GET /inbox'>>, 'to' | 'subject'>;

const pageSize = 50;

/** The API finds whole addresses and parts of subjects; what has an `@` is an address. */
export function inboxFilter(search: string): InboxFilter {
  const text = search.trim();
  if (text === '') return {};
  return text.includes('@') ? { to: text } : { subject: text };
}

export function useInboxRows(search: string): UseInfiniteQueryResult<InfiniteData<InboxPage>> {
  const { project, session } = useProject();
  return useInfiniteQuery({
    queryKey: [project.id, 'inbox', 'rows', search],
    queryFn: async ({ pageParam, signal }) =>
      await session.inbox.list(
        { ...inboxFilter(search), limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor, hasMore }) => (hasMore ? cursor : undefined),
    placeholderData: (previous) => previous,
  });
}

/** The newest captured mail; null while there is none. */
export const useNewestInboxMail = (): UseQueryResult<InboxMail | null> =>
  useProjectQuery(['inbox', 'newest'], async (session, signal) => {
    const { data } = await session.inbox.list({ limit: 1 }, { signal });
    const id = data[0]?.id;
    return id === undefined ? null : await session.inbox.get(id, { signal });
  });

export const useInboxMail = (id: string): UseQueryResult<InboxMail> =>
  useProjectQuery(['inbox', 'mail', id], (session, signal) => session.inbox.get(id, { signal }));

/** More than headers take up; what follows may hold files of many megabytes. */
const maxHeaderBytes = 131_072;

/** The beginning of the message as it would have left. It does not change, so it is read once. */
export const useRawHeaders = (id: string): UseQueryResult<string> =>
  useProjectQuery(
    ['raw-message', id],
    async (session, signal) => {
      const message = await session.inbox.raw(id, { signal });
      return await message.slice(0, maxHeaderBytes).text();
    },
    { staleMs: Number.POSITIVE_INFINITY },
  );

interface Simulation {
  readonly id: string;
  readonly type: Simulated;
  readonly link?: string;
}

/** Lets something happen to a captured mail, through the same code as notices of a provider. */
export const useSimulate = (): UseMutationResult<Reply<'POST /inbox/{emailId}/simulate'>, Error, Simulation> =>
  useProjectChange(
    (session, { id, type, link }: Simulation) => session.inbox.simulate(id, { type, ...(link && { link }) }),
    [['inbox'], ['emails']],
  );

export const useClearInbox = (): UseMutationResult<void, Error, void> =>
  useProjectChange(
    async (session) => {
      await session.inbox.clear();
    },
    [['inbox']],
  );
