import type { z } from 'zod';
import type { ProjectContext } from '#platform/context';
import { loadProjectSettings } from '../load-project-settings.ts';
import { type PeriodQuery, readPeriod } from '../period.ts';
import { type ActivityType, activityTypes } from './activity-types.ts';
import { countFeed } from './count-feed.ts';
import { readPosition, writePosition } from './feed-position.ts';
import type { FeedFilter } from './feed-query.ts';
import type { ActivityItem } from './load-items.ts';
import { readFeed } from './read-feed.ts';

export interface ActivityQuery extends z.output<typeof PeriodQuery> {
  readonly types: readonly ActivityType[] | undefined;
  readonly contactId: string | null;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ActivityPage {
  readonly items: readonly ActivityItem[];
  readonly cursor: string;
  readonly hasMore: boolean;
  /** Only on the first page; 0 on the others. */
  readonly total: number;
}

/** One page of the feed, newest first (D-1010 to D-1012). */
export function listActivity(ctx: ProjectContext, query: ActivityQuery): Promise<ActivityPage> {
  const after = readPosition(query.cursor);
  return ctx.read(async (reader) => {
    const { mode, timezone } = await loadProjectSettings(reader);
    const { from, to } = readPeriod(query, { timezone, now: reader.now });
    const filter: FeedFilter = {
      types: new Set(query.types ?? activityTypes),
      contactId: query.contactId,
      ...{ from, to, mode: query.mode ?? mode },
    };
    const { items, next } = await readFeed(reader, { ...filter, direction: 'newest-first', after, limit: query.limit });
    const total = after ? 0 : await countFeed(reader, filter);
    return { items, cursor: next ? writePosition(next) : '', hasMore: next !== null, total };
  });
}

/** How many items there were in the last minutes (D-1018). */
export const countRecent = (ctx: ProjectContext, minutes: number): Promise<number> =>
  ctx.read((reader) =>
    countFeed(reader, {
      types: new Set(activityTypes),
      contactId: null,
      from: new Date(reader.now.getTime() - minutes * 60_000),
      to: new Date(reader.now.getTime() + 60_000), // whatever is recorded meanwhile, by whichever clock
      mode: 'all',
    }),
  );
