import type { Item, PostriderSession, Query } from '@postrider/sdk';
import { useCallback } from 'react';
import { type CursorList, useCursorList } from './cursor-list.ts';
import { useProject } from './project.ts';

export type Recipient = Item<'GET /campaigns/{id}/recipients'> & { readonly id: string };
export type RecipientQuery = Omit<Query<'GET /campaigns/{id}/recipients'>, 'cursor' | 'limit' | 'type'>;

const perPage = 50;
/** A page of a rare outcome may be empty although there are more: so many of them are read before the reader is asked. */
const maxEmptyPages = 40;

export function useRecipients(id: string, query: RecipientQuery): CursorList<Recipient> {
  const read = useCallback(
    async (session: PostriderSession, cursor: string | undefined, signal?: AbortSignal) => {
      const options = signal ? { signal } : {};
      const readFrom = async (from: string | undefined) =>
        await session.campaigns.recipients(
          id,
          { ...query, limit: perPage, ...(from !== undefined && { cursor: from }) },
          options,
        );
      let page = await readFrom(cursor);
      for (let empty = 0; page.data.length === 0 && page.hasMore && empty < maxEmptyPages; empty += 1) {
        page = await readFrom(page.cursor);
      }
      const { data, cursor: next, hasMore, total } = page;
      return { data: data.map((row) => ({ ...row, id: row.emailId })), cursor: next, hasMore, total };
    },
    [id, query],
  );
  return useCursorList(['campaigns', 'recipients', id, query], read);
}

/** The recipients of a query as the text of a CSV file. */
export function useRecipientsFile(id: string): (query: RecipientQuery) => Promise<string> {
  const { session } = useProject();
  return (query) => session.campaigns.recipientsCsv(id, query);
}
