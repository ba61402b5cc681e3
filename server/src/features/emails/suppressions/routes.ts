import { z } from 'zod';
import { CursorPage, choice, defineRoute, pageLimit, search } from '#platform/http';
import { type Caller, RoleTooLow } from '#platform/identity';
import { addSuppressions } from './add-suppressions.ts';
import { findSuppression } from './find-suppression.ts';
import { listSuppressions } from './list-suppressions.ts';
import { SuppressionNotFound } from './refusals.ts';
import { removeSuppression } from './remove-suppression.ts';
import { AddBody, AddReply, SuppressionReply, toSuppressionReply } from './shapes.ts';

const isAdmin = (caller: Caller): boolean => caller.kind === 'session' && caller.role !== 'MEMBER';

/** The id of the row, or the address itself. */
const params = z.object({ id: z.string().meta({ 'x-resource': 'suppression' }) });

export const list = defineRoute({
  method: 'GET',
  path: '/suppressions',
  summary: 'Addresses that are not written to, newest first',
  access: 'secret',
  query: z.object({
    limit: pageLimit,
    cursor: z.string().optional(),
    search,
    reason: choice(['BOUNCE', 'COMPLAINT', 'MANUAL']),
  }),
  replies: { 200: CursorPage(SuppressionReply) },
  async run(ctx, { query }) {
    const { rows, ...page } = await listSuppressions(ctx, query);
    return { data: rows.map(toSuppressionReply), ...page };
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/suppressions/:id',
  summary: 'Read one, by its id or its address',
  access: 'secret',
  params,
  replies: { 200: SuppressionReply },
  refuses: [SuppressionNotFound],
  run: async (ctx, { params: { id } }) => toSuppressionReply(await ctx.read((reader) => findSuppression(reader, id))),
});

export const add = defineRoute({
  method: 'POST',
  path: '/suppressions',
  summary: 'Stop writing to addresses',
  access: 'secret',
  body: AddBody,
  replies: { 201: AddReply },
  run: (ctx, { body: { email, emails = [], blocks, note = null } }) =>
    addSuppressions(ctx, { emails: email === undefined ? emails : [email, ...emails], blocks, note }),
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/suppressions/:id',
  summary: 'Take an address off the list, by its id or itself',
  access: 'secret',
  params,
  replies: { 204: null },
  refuses: [SuppressionNotFound, RoleTooLow],
  run: (ctx, { params: { id } }) => removeSuppression(ctx, id, { mayLiftComplaint: isAdmin(ctx.caller) }),
});
