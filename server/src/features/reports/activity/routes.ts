import { z } from 'zod';
import { CursorPage, defineRoute, pageLimit, wholeNumber } from '#platform/http';
import { readId } from '#platform/ids';
import { limits } from '#pure/limits';
import { PeriodQuery } from '../period.ts';
import { activityTypes } from './activity-types.ts';
import { countRecent, listActivity } from './list-activity.ts';
import { listTypes } from './list-types.ts';
import { listUpcoming } from './list-upcoming.ts';
import { ActivityReply, noFilter, TypesReply, toActivityReply, typesQuery } from './shapes.ts';

const emptyPage = { data: [], cursor: '', hasMore: false, total: 0 };

export const list = defineRoute({
  method: 'GET',
  path: '/activity',
  summary: 'What happened in the project, newest first',
  access: 'secret',
  query: PeriodQuery.extend({
    limit: pageLimit,
    cursor: z.string().optional(),
    types: typesQuery,
    contactId: z.string().optional().meta({ 'x-resource': 'contact' }),
    campaignId: noFilter('campaign'),
    workflowId: noFilter('workflow'),
  }),
  replies: { 200: CursorPage(ActivityReply) },
  async run(ctx, { query: { contactId, ...query } }) {
    const contact = contactId === undefined ? null : readId<'contact'>(contactId);
    if (contactId !== undefined && contact === null) return emptyPage;
    const { items, ...page } = await listActivity(ctx, { ...query, contactId: contact });
    return { data: items.map(toActivityReply), ...page };
  },
});

export const recentCount = defineRoute({
  method: 'GET',
  path: '/activity/recent-count',
  summary: 'How much happened in the last minutes',
  access: 'secret',
  query: z.object({ minutes: wholeNumber(5, 1, limits.recentMinutes) }),
  replies: { 200: z.object({ count: z.int(), minutes: z.int() }) },
  async run(ctx, { query: { minutes } }) {
    return { count: await countRecent(ctx, minutes), minutes };
  },
});

export const types = defineRoute({
  method: 'GET',
  path: '/activity/types',
  summary: 'The types of activity that occurred lately, and all there are',
  access: 'secret',
  replies: { 200: TypesReply },
  async run(ctx) {
    return { types: await listTypes(ctx), all: [...activityTypes] };
  },
});

export const upcoming = defineRoute({
  method: 'GET',
  path: '/activity/upcoming',
  summary: 'Scheduled campaigns and waiting executions, soonest first',
  access: 'secret',
  query: z.object({
    limit: wholeNumber(50, 1, limits.rowsPerPage),
    daysAhead: wholeNumber(30, 1, limits.upcomingDays),
  }),
  replies: { 200: z.object({ data: z.array(ActivityReply), hasMore: z.boolean() }) },
  async run(ctx, { query }) {
    const { items, hasMore } = await listUpcoming(ctx, query);
    return { data: items.map(toActivityReply), hasMore };
  },
});
