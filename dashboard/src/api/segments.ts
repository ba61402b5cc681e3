import type { Body, Item, Reply } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { partsOf } from './bulk-run.ts';
import type { Contact } from './contacts.ts';
import { useProjectChange, useProjectQuery } from './project.ts';

export type Segment = Item<'GET /segments'>;
export type SegmentCondition = NonNullable<Segment['condition']>;
export type SegmentPreview = Reply<'POST /segments/preview'>;
export type NewSegment = Body<'POST /segments'>;
export type SegmentChange = Body<'PATCH /segments/{id}'>;

type Change<Input, T = unknown> = UseMutationResult<T, Error, Input>;

export const membersPerPage = 50;
/** The most addresses that one call takes. */
const maxEmails = 500;
/** Counts are made anew by the server at least every quarter of an hour. */
const countsMs = 30_000;

export const useSegments = (): UseQueryResult<readonly Segment[]> =>
  useProjectQuery(['segments', 'list'], async (session, signal) => await session.segments.list({ signal }), {
    refetchMs: countsMs,
  });

export const useSegment = (id: string): UseQueryResult<Segment> =>
  useProjectQuery(['segments', 'one', id], (session, signal) => session.segments.get(id, { signal }));

export const useCreateSegment = (): Change<NewSegment, Segment> =>
  useProjectChange((session, body) => session.segments.create(body), [['segments']]);

export const useChangeSegment = (id: string): Change<SegmentChange, Segment> =>
  useProjectChange((session, body) => session.segments.update(id, body), [['segments']]);

export const useDeleteSegment = (id: string): Change<void> =>
  useProjectChange(
    (session, _nothing) => session.segments.delete(id),
    [
      ['segments', 'list'],
      ['segments', 'choices'],
      ['segments', 'static'],
    ],
  );

export const useRefreshSegment = (id: string): Change<void, Reply<'POST /segments/{id}/refresh'>> =>
  useProjectChange((session, _nothing) => session.segments.refresh(id), [['segments']]);

export const useComputeSegment = (id: string): Change<void, Reply<'POST /segments/{id}/compute'>> =>
  useProjectChange((session, _nothing) => session.segments.compute(id), [['segments'], ['events'], ['activity']]);

interface PreviewQuestion {
  /** Null while the rules cannot be asked. */
  readonly condition: SegmentCondition | null;
  readonly contactId: string | null;
}

/** How many a condition finds now, five of them, and what one contact has for each rule. */
export const useSegmentPreview = ({ condition, contactId }: PreviewQuestion): UseQueryResult<SegmentPreview> =>
  useProjectQuery(
    ['segments', 'preview', condition, contactId],
    (session, signal) =>
      session.segments.preview(
        { condition: condition ?? { logic: 'AND', groups: [] }, sample: 5, ...(contactId !== null && { contactId }) },
        { signal },
      ),
    { isEnabled: condition !== null, keepsPrevious: true },
  );

export const useSegmentMembers = (id: string, page: number): UseQueryResult<Reply<'GET /segments/{id}/contacts'>> =>
  useProjectQuery(
    ['segments', 'members', id, page],
    (session, signal) => session.segments.contacts(id, { page, pageSize: membersPerPage }, { signal }),
    { keepsPrevious: true },
  );

export interface LookedUp {
  readonly found: readonly string[];
  readonly notFound: readonly string[];
}

/** Which addresses are contacts already; nothing is changed. */
export const useLookUp = (): Change<readonly string[], LookedUp> =>
  useProjectChange(async (session, emails) => {
    const found: string[] = [];
    const notFound: string[] = [];
    for (const part of partsOf(emails, maxEmails)) {
      const reply = await session.contacts.lookup({ emails: [...part] });
      found.push(...reply.found);
      notFound.push(...reply.notFound);
    }
    return { found, notFound };
  });

interface NewMembers {
  readonly emails: readonly string[];
  /** Addresses that are no contact yet become one, subscribed. */
  readonly createsMissing: boolean;
}

interface AddedMembers {
  readonly added: number;
  readonly created: number;
  readonly notFound: readonly string[];
}

export const useAddMembersTo = (id: string): Change<NewMembers, AddedMembers> =>
  useProjectChange(
    async (session, { emails, createsMissing }) => {
      let added = 0;
      let created = 0;
      const notFound: string[] = [];
      for (const part of partsOf(emails, maxEmails)) {
        const reply = await session.segments.addMembers(id, { emails: [...part], createMissing: createsMissing });
        added += reply.added;
        created += reply.created;
        notFound.push(...reply.notFound);
      }
      return { added, created, notFound };
    },
    [['segments'], ['contacts'], ['activity']],
  );

export const useRemoveMembers = (id: string): Change<readonly Contact[], number> =>
  useProjectChange(
    async (session, contacts) => {
      const { removed } = await session.segments.removeMembers(id, { emails: contacts.map(({ email }) => email) });
      return removed;
    },
    [['segments'], ['activity']],
  );
