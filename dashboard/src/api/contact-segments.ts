import type { Item } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { partsOf } from './bulk-run.ts';
import { useProjectChange, useProjectQuery } from './project.ts';

type Segment = Item<'GET /segments'>;

/** The most addresses that one call takes. */
const maxEmails = 500;

/** Segments whose members are chosen by hand. */
export const useStaticSegments = (isEnabled: boolean): UseQueryResult<readonly Segment[]> =>
  useProjectQuery(
    ['segments', 'static'],
    async (session, signal) => (await session.segments.list({ signal })).filter(({ type }) => type === 'STATIC'),
    { isEnabled },
  );

interface NewMembers {
  readonly segmentId: string;
  readonly emails: readonly string[];
}

export interface AddedMembers {
  readonly added: number;
  readonly alreadyIn: number;
  readonly missing: number;
}

export const useAddMembers = (): UseMutationResult<AddedMembers, Error, NewMembers> =>
  useProjectChange(
    async (session, { segmentId, emails }) => {
      let added = 0;
      let missing = 0;
      for (const part of partsOf(emails, maxEmails)) {
        const reply = await session.segments.addMembers(segmentId, { emails: [...part] });
        added += reply.added;
        missing += reply.notFound.length;
      }
      return { added, missing, alreadyIn: emails.length - added - missing };
    },
    [['segments'], ['activity']],
  );
