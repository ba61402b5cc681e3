import type { Body, Item, PostriderSession, Reply } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { type NewestFirst, useNewestFirst } from './newest-first.ts';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type EventRecord = Item<'GET /events'>;
export type EventUsage = Reply<'GET /events/{eventName}/usage'>;
export type EventSource = 'custom' | 'platform';
export type NewEvent = Body<'POST /events/track'>;
type EventFigures = Item<'GET /events/stats'>;

/** A name that was recorded. Figures are of the last 30 days; null if it is not among the hundred most frequent. */
export interface EventName {
  readonly name: string;
  readonly lately: EventFigures | null;
  /** Since the beginning. */
  readonly ever: EventFigures | null;
}

export const eventsPerPage = 20;
const dayMs = 86_400_000;
export const shownDays = 30;

/** The last days in UTC, as `/events/stats` counts them; today the last. */
export const daysUntil = (now: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => new Date(now - (count - 1 - place) * dayMs).toISOString().slice(0, 10));

/** Before anything can have been recorded. */
const beginning = '2000-01-01';
const readAgainMs = 15_000;

export const useEventNamesWithFigures = (source: EventSource): UseQueryResult<readonly EventName[]> =>
  useProjectQuery(
    ['events', 'figures', source],
    async (session, signal): Promise<readonly EventName[]> => {
      const [from] = daysUntil(Date.now(), shownDays);
      const [{ eventNames }, lately, ever] = await Promise.all([
        session.events.names({ source }, { signal }),
        session.events.stats({ source, ...(from !== undefined && { startDate: from }) }, { signal }),
        session.events.stats({ source, startDate: beginning }, { signal }),
      ]);
      const byName = (figures: readonly EventFigures[]) => new Map(figures.map((one) => [one.name, one]));
      const [latelyOf, everOf] = [byName(lately), byName(ever)];
      return eventNames.map((name) => ({ name, lately: latelyOf.get(name) ?? null, ever: everOf.get(name) ?? null }));
    },
    { refetchMs: readAgainMs },
  );

/** For each name, how often it was recorded on each of these days. */
export type EventDays = ReadonlyMap<string, readonly number[]>;

const atOnce = 5;

/** Why a call for each day: the API gives the figures of a period by name, and not by day. Past days stay as they are. */
export const useEventDays = (source: EventSource, days: readonly string[]): UseQueryResult<EventDays> =>
  useProjectQuery(
    ['event days', source, days],
    async (session, signal): Promise<EventDays> => {
      const counts = new Map<string, number[]>();
      for (let first = 0; first < days.length; first += atOnce) {
        const part = days.slice(first, first + atOnce);
        const replies = await Promise.all(part.map((day) => readDay(session, source, day, signal)));
        for (const [place, reply] of replies.entries()) {
          for (const { name, count } of reply) {
            const values = counts.get(name) ?? days.map(() => 0);
            values[first + place] = count;
            counts.set(name, values);
          }
        }
      }
      return counts;
    },
    { staleMs: 300_000 },
  );

const readDay = async (session: PostriderSession, source: EventSource, day: string, signal: AbortSignal) =>
  await session.events.stats({ source, startDate: day, endDate: day }, { signal });

export const useEventUsage = (name: string): UseQueryResult<EventUsage> =>
  useProjectQuery(['events', 'usage', name], (session, signal) => session.events.usage(name, { signal }));

export const useLatestEvents = (name: string): NewestFirst<EventRecord> =>
  useNewestFirst({
    key: ['events', 'latest', name],
    read: (session, cursor, signal) =>
      session.events.list(
        { eventName: name, limit: eventsPerPage, ...(cursor !== undefined && { cursor }) },
        { signal },
      ),
    keyOf: ({ id }) => id,
    refetchMs: readAgainMs,
  });

const stale = [['events'], ['event days'], ['activity'], ['contacts']] as const;

export const useTrackOne = (): UseMutationResult<Reply<'POST /events/track'>, Error, NewEvent> =>
  useProjectChange((session, body) => session.track(body), stale);

export const useDeleteEventName = (): UseMutationResult<Reply<'DELETE /events/{eventName}'>, Error, string> =>
  useProjectChange((session, name) => session.events.delete(name), [...stale, ['segments']]);

/** Names that the platform itself records cannot be tracked or deleted. */
export const isPlatformName = (name: string): boolean =>
  name.startsWith('email.') ||
  name === 'contact.subscribed' ||
  name === 'contact.unsubscribed' ||
  /^segment\..+\.(entry|exit)$/.test(name);

export const usePublicKey = (): string => useProject().project.public;
