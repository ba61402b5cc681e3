import type { Item, Query, Reply } from '@postrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { type NewestFirst, useNewestFirst } from './newest-first.ts';
import { orNull } from './or-null.ts';
import { useProjectQuery } from './project.ts';

export type LogLine = Item<'GET /logs'>;
export type LogDetail = Reply<'GET /logs/{requestId}'>;
export type LogQuery = Omit<Query<'GET /logs'>, 'cursor' | 'limit'>;

export const logsPerPage = 50;
/** The stream tells nothing about calls. */
const readAgainMs = 5_000;

export const useLogs = (query: LogQuery): NewestFirst<LogLine> =>
  useNewestFirst({
    key: ['logs', 'list', query],
    read: (session, cursor, signal) =>
      session.logs.list({ ...query, limit: logsPerPage, ...(cursor !== undefined && { cursor }) }, { signal }),
    keyOf: ({ requestId }) => requestId,
    refetchMs: readAgainMs,
  });

/** How many of the calls were refused; undefined until it is known. */
export function useRefusedCount(query: LogQuery, isEnabled: boolean): number | undefined {
  const { data } = useProjectQuery(
    ['logs', 'refused', query],
    async (session, signal) => (await session.logs.list({ ...query, status: '4xx', limit: 1 }, { signal })).total,
    { isEnabled, refetchMs: 30_000 },
  );
  return data;
}

/** A call with its bodies; null if there is none with this id, or no more. */
export const useLog = (requestId: string | null): UseQueryResult<LogDetail | null> =>
  useProjectQuery(
    ['logs', 'one', requestId],
    (session, signal) => orNull(session.logs.get(requestId ?? '', { signal })),
    { isEnabled: requestId !== null, staleMs: 60_000 },
  );

/** What a call made, with as much of each as a line needs. At most this many are read. */
const madeAtMost = 5;

export const useMade = (log: LogDetail) =>
  useProjectQuery(['logs', 'made', log.requestId], async (session, signal) => {
    const [emails, contacts] = await Promise.all([
      Promise.all(log.emails.slice(0, madeAtMost).map((id) => orNull(session.emails.get(id, { signal })))),
      Promise.all(log.contacts.slice(0, madeAtMost).map((id) => orNull(session.contacts.get(id, { signal })))),
    ]);
    return { emails: emails.filter((email) => email !== null), contacts: contacts.filter((one) => one !== null) };
  });
