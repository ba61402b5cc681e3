import type { Item, Reply } from '@postrider/sdk';
import { type UseMutationResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from './live.tsx';
import { type NewestFirst, useNewestFirst } from './newest-first.ts';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type TimelineItem = Item<'GET /contacts/{id}/timeline'>;
export type TimelineKind = TimelineItem['kind'];
export type ContactSummary = Reply<'GET /contacts/{id}/summary'>;
export type Consent = Item<'GET /contacts/{id}/consent'>;
export type Why = Reply<'GET /contacts/{id}/why'>;

const pageSize = 50;
const gatherMs = 1_000;

/** Everything about one contact that something new may change. */
const storyKey = (contactId: string) => ['contact-story', contactId];

/** Reads what is shown of this contact again when the stream tells of it, or of more than it can tell one by one. */
export function useContactNews(contactId: string): void {
  const { project } = useProject();
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive((message) => {
    const isOwn = message.event === 'activity' && message.data.contactId === contactId;
    if (!isOwn && message.event !== 'more' && message.event !== 'reset') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      client.invalidateQueries({ queryKey: [project.id, ...storyKey(contactId)] }).catch(reportError);
      client.invalidateQueries({ queryKey: [project.id, 'contacts', 'one', contactId] }).catch(reportError);
    }, gatherMs);
  });
}

const keyOf = ({ id }: TimelineItem): string => id;

export const useTimeline = (contactId: string, kind: TimelineKind | null): NewestFirst<TimelineItem> =>
  useNewestFirst({
    key: [...storyKey(contactId), 'timeline', kind],
    read: (session, cursor, signal) =>
      session.contacts.timeline(
        contactId,
        { limit: pageSize, ...(kind && { kind }), ...(cursor !== undefined && { cursor }) },
        { signal },
      ),
    keyOf,
  });

/** The newest item of one kind, for facts such as the last change of the subscription. */
export const useLastOf = (contactId: string, kind: TimelineKind): UseQueryResult<TimelineItem | null> =>
  useProjectQuery([...storyKey(contactId), 'last', kind], async (session, signal) => {
    for await (const page of session.contacts.timeline(contactId, { kind, limit: 1 }, { signal }).pages()) {
      const newest = page.data[0];
      if (newest) return newest;
    }
    return null;
  });

/** What stands beside the history, in one call. */
export const useSummary = (contactId: string): UseQueryResult<ContactSummary> =>
  useProjectQuery([...storyKey(contactId), 'summary'], (session, signal) =>
    session.contacts.summary(contactId, { signal }),
  );

/** How the person came to be subscribed or not, newest first. */
export const useConsent = (contactId: string): NewestFirst<Consent> =>
  useNewestFirst({
    key: [...storyKey(contactId), 'consent'],
    read: (session, cursor, signal) =>
      session.contacts.consent(contactId, { limit: pageSize, ...(cursor !== undefined && { cursor }) }, { signal }),
    keyOf: ({ id }) => id,
  });

/** Everything that is stored of the contact, as the text of a file. */
export const useExportContact = (): UseMutationResult<string, Error, string> =>
  useProjectChange(
    async (session, contactId) => `${JSON.stringify(await session.contacts.export(contactId), null, 2)}\n`,
  );

interface NewEvent {
  readonly email: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export const useTrackEvent = (contactId: string): UseMutationResult<Reply<'POST /events/track'>, Error, NewEvent> =>
  useProjectChange((session, body) => session.track(body), [storyKey(contactId), ['contacts', 'one', contactId]]);

export type WhySubjectKind = 'campaign' | 'workflow' | 'template';
export interface WhySubject {
  readonly kind: WhySubjectKind;
  readonly id: string;
  readonly name: string;
}

const subjectCount = 100;

/** What mail can come from: the newest campaigns, workflows and templates. */
export const useWhySubjects = (): UseQueryResult<readonly WhySubject[]> =>
  useProjectQuery(
    ['why-subjects'],
    async (session, signal) => {
      const query = { pageSize: subjectCount };
      const [campaigns, workflows, templates] = await Promise.all([
        session.campaigns.list(query, { signal }),
        session.workflows.list(query, { signal }),
        session.templates.list(query, { signal }),
      ]);
      const subjects = (kind: WhySubjectKind, items: readonly { id: string; name: string }[]): WhySubject[] =>
        items.map(({ id, name }) => ({ kind, id, name }));
      return [
        ...subjects('campaign', campaigns.data),
        ...subjects('workflow', workflows.data),
        ...subjects('template', templates.data),
      ];
    },
    { staleMs: 30_000 },
  );

export const useWhy = (contactId: string, subject: Pick<WhySubject, 'kind' | 'id'> | null): UseQueryResult<Why> =>
  useProjectQuery(
    [...storyKey(contactId), 'why', subject?.kind, subject?.id],
    (session, signal) => {
      if (!subject) throw new Error('nothing was chosen to ask about');
      return session.contacts.why(contactId, { [`${subject.kind}Id`]: subject.id }, { signal });
    },
    { isEnabled: subject !== null },
  );
