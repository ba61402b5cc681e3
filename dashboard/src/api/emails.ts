import type { Body, Item, Query, Reply } from '@postrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { type NewestFirst, useNewestFirst } from './newest-first.ts';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type Email = Item<'GET /emails'>;
export type EmailDetail = Reply<'GET /emails/{id}'>;
export type EmailQuery = Omit<Query<'GET /emails'>, 'cursor' | 'limit'>;
export type NewEmail = Body<'POST /v1/send'>;

export const emailsPerPage = 50;

export const useEmails = (query: EmailQuery): NewestFirst<Email> =>
  useNewestFirst({
    key: ['emails', 'list', query],
    read: (session, cursor, signal) =>
      session.emails.list({ ...query, limit: emailsPerPage, ...(cursor !== undefined && { cursor }) }, { signal }),
    keyOf: ({ id }) => id,
  });

export const useEmail = (id: string): UseQueryResult<EmailDetail> =>
  useProjectQuery(['emails', 'one', id], (session, signal) => session.emails.get(id, { signal }));

export const useSendEmail = () =>
  useProjectChange((session, body: NewEmail) => session.send(body), [['emails'], ['contacts']]);

export const useResendEmail = (id: string) =>
  useProjectChange(
    (session, to: string | undefined) => session.emails.resend(id, to === undefined ? {} : { to }),
    [['emails'], ['contacts']],
  );

/** Takes the address of a mail off the suppression list. */
export const useLiftSuppression = () =>
  useProjectChange((session, address: string) => session.suppressions.delete(address), [['suppressions'], ['emails']]);

/** Whether an address is on the suppression list; null if it is not. */
export const useSuppressionOf = (address: string | null) =>
  useProjectQuery(
    ['suppressions', 'of', address],
    async (session, signal) => {
      const { data } = await session.suppressions.list({ search: address ?? '', limit: 10 }, { signal });
      return data.find(({ email }) => email === address) ?? null;
    },
    { isEnabled: address !== null },
  );

/** Domains that mail of this project may come from: those verified. */
export function useSenderDomains(isEnabled: boolean): UseQueryResult<readonly string[]> {
  const { project } = useProject();
  return useProjectQuery(
    ['domains', 'senders'],
    async (session, signal) => {
      const domains = await session.domains.list(project.id, { signal });
      return domains.filter(({ verified }) => verified).map(({ domain }) => domain);
    },
    { isEnabled },
  );
}
