import type { Body, Item, PostriderSession, Query, Reply } from '@postrider/sdk';
import { type UseMutationResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type CursorList, useCursorList } from './cursor-list.ts';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type Contact = Item<'GET /contacts'>;
export type ContactQuery = Pick<Query<'GET /contacts'>, 'search' | 'subscribed' | 'sort' | 'dir'>;
export type ContactChange = Body<'PATCH /contacts/{id}'>;
export type Verdict = Reply<'POST /v1/verify'>;

/** The most that one page of a list may hold. */
const pageSize = 100;

export function useContactList(query: ContactQuery): CursorList<Contact> {
  const { search, subscribed, sort, dir } = query;
  const read = useCallback(
    (session: PostriderSession, cursor: string | undefined, signal?: AbortSignal) =>
      session.contacts.list(
        {
          limit: pageSize,
          ...(search && { search }),
          ...(subscribed !== undefined && { subscribed }),
          ...(sort && { sort }),
          ...(dir && { dir }),
          ...(cursor !== undefined && { cursor }),
        },
        signal && { signal },
      ),
    [search, subscribed, sort, dir],
  );
  return useCursorList(['contacts', 'list', query], read);
}

/** How many contacts there are, of one subscription or of both. */
export function useContactCount(subscribed?: boolean): number | undefined {
  const query = subscribed === undefined ? {} : { subscribed };
  const { data } = useProjectQuery(['contacts', 'count', query], (session, signal) =>
    session.contacts.list({ limit: 1, ...query }, { signal }),
  );
  return data?.total;
}

const contactKey = (id: string) => ['contacts', 'one', id];

export const useContact = (id: string): UseQueryResult<Contact> =>
  useProjectQuery(contactKey(id), (session, signal) => session.contacts.get(id, { signal }));

/** What a change of contacts makes stale: lists, counts, single contacts, their fields and segments. */
const stale = [['contacts'], ['fields']];

export const useCreateContact = (): UseMutationResult<Reply<'POST /contacts'>, Error, Body<'POST /contacts'>> =>
  useProjectChange((session, body) => session.contacts.create(body), stale);

export interface ContactPatch {
  readonly id: string;
  readonly change: ContactChange;
}

export function useChangeContact(): UseMutationResult<Contact, Error, ContactPatch> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(
    async (session, { id, change }: ContactPatch) => {
      const contact = await session.contacts.update(id, change);
      client.setQueryData([project.id, ...contactKey(id)], contact);
      return contact;
    },
    ({ id }) => [...stale, ['contact-story', id]],
  );
}

export const useDeleteContact = (): UseMutationResult<undefined, Error, string> =>
  useProjectChange(
    (session, id) => session.contacts.delete(id),
    [['contacts', 'list'], ['contacts', 'count'], ['fields']],
  );

/** The contact that has exactly this address, if there is one. */
export async function findByAddress(session: PostriderSession, email: string): Promise<Contact | null> {
  const wanted = email.trim().toLowerCase();
  const page = await session.contacts.list({ search: wanted, sort: 'email', dir: 'asc', limit: pageSize });
  return page.data.find((contact) => contact.email === wanted) ?? null;
}

/** Whether mail can reach the address, and whether it looks mistyped. Not asked for what cannot be an address. */
export function useVerdict(email: string): UseQueryResult<Verdict> {
  const address = email.trim();
  return useProjectQuery(['verify', address], (session, signal) => session.verify({ email: address }, { signal }), {
    isEnabled: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(address),
    staleMs: 300_000,
  });
}
