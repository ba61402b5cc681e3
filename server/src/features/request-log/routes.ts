import { z } from 'zod';
import { loadKeys } from '#features/projects';
import {
  bodyId,
  CursorPage,
  choice,
  defineRoute,
  Instant,
  instant,
  pageLimit,
  pathId,
  periodOf,
  periodQuery,
  readIdCursor,
  writeIdCursor,
} from '#platform/http';
import { ProjectNotFound } from '#platform/identity';
import { listCalls, type StatusRange } from './list-calls.ts';
import { loadCall } from './load-call.ts';
import { loadKeyUsage } from './load-key-usage.ts';
import { CallNotFound } from './refusals.ts';
import { CallDetailReply, CallReply, toCallDetailReply, toCallReply } from './shapes.ts';

/** `404`, or `4xx` for a hundred of them. */
const statusQuery = z
  .string()
  .regex(/^[1-5](\d\d|xx)$/)
  .optional()
  .transform((text): StatusRange | undefined => {
    if (text === undefined) return undefined;
    const from = Number(text.replace('xx', '00'));
    return [from, text.endsWith('xx') ? from + 100 : from + 1];
  })
  .meta({ type: 'string', description: 'A status, or `4xx` for all that begin with 4.' });

export const list = defineRoute({
  method: 'GET',
  path: '/logs',
  summary: 'API calls of the project, newest first',
  access: 'secret',
  isReplyHidden: true,
  query: z.object({
    limit: pageLimit,
    cursor: z.string().optional(),
    method: choice(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string().optional(),
    status: statusQuery,
    requestId: bodyId<'request'>('request').optional(),
    ...periodQuery,
  }),
  replies: { 200: CursorPage(CallReply) },
  async run(ctx, { query: { limit, cursor, startDate, endDate, ...filter } }) {
    const period = periodOf({ startDate, endDate });
    const before = readIdCursor('logs', cursor);
    const page = await listCalls(ctx, { ...filter, limit, before, period });
    const next = page.before === null ? '' : writeIdCursor('logs', page.before);
    return { data: page.rows.map(toCallReply), cursor: next, hasMore: page.hasMore, total: page.total };
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/logs/:requestId',
  summary: 'An API call with its bodies, without secrets',
  access: 'secret',
  isReplyHidden: true,
  params: z.object({ requestId: pathId<'request'>('request', CallNotFound) }),
  replies: { 200: CallDetailReply },
  refuses: [CallNotFound],
  async run(ctx, { params: { requestId } }) {
    return toCallDetailReply(await loadCall(ctx, requestId));
  },
});

export const keys = defineRoute({
  method: 'GET',
  path: '/projects/:id/keys',
  summary: 'The public key, the end of the secret one, and who uses them',
  access: 'member',
  isReplyHidden: true,
  params: z.object({ id: pathId<'project'>('project', ProjectNotFound) }),
  replies: {
    200: z.object({
      public: z.string(),
      secretLast4: z.string(),
      createdAt: Instant,
      usage: z.array(
        z.object({
          kind: z.enum(['public', 'secret']),
          userAgent: z.string().nullable(),
          clientAddress: z.string().nullable(),
          lastUsedAt: Instant,
          calls24h: z.int(),
        }),
      ),
    }),
  },
  refuses: [ProjectNotFound],
  async run(call) {
    const { createdAt, ...summary } = await loadKeys(call);
    const usage = await call.inProject(call.projectId).read(loadKeyUsage);
    return {
      ...summary,
      createdAt: instant(createdAt),
      usage: usage.map(({ lastUsedAt, ...use }) => ({ ...use, lastUsedAt: instant(lastUsedAt) })),
    };
  },
});
