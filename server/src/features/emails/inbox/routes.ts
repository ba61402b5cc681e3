import { z } from 'zod';
import {
  answer,
  CursorPage,
  defineRoute,
  optional,
  pageLimit,
  pathId,
  periodQuery,
  search,
  wholeNumber,
} from '#platform/http';
import { normaliseAddress } from '#pure/addresses';
import { limits } from '#pure/limits';
import { EmailDetailReply, toDetailReply } from '../records/detail-shapes.ts';
import { getEmail } from '../records/get-email.ts';
import { EmailReply, toEmailReply } from '../records/shapes.ts';
import { EmailNotFound } from '../refusals.ts';
import { emptyInbox, removeMessage } from './empty-inbox.ts';
import { loadRawMessage, requireCaptured } from './find-captured.ts';
import { listInbox } from './list-inbox.ts';
import { NoMatchingEmail } from './refusals.ts';
import { simulateByHand } from './simulate-by-hand.ts';
import { waitForMail } from './wait-for-mail.ts';

const params = z.object({ emailId: pathId<'email'>('email', EmailNotFound) });

/** A text that is no address matches no mail. */
const to = z
  .string()
  .optional()
  .transform((text) => (text === undefined ? undefined : (normaliseAddress(text) ?? text.trim())));
const filter = { to, subject: search, since: periodQuery.startDate };

export const list = defineRoute({
  method: 'GET',
  path: '/inbox',
  summary: 'Captured test mail, newest first',
  access: 'secret',
  query: z.object({ limit: pageLimit, cursor: z.string().optional(), ...filter }),
  replies: { 200: CursorPage(EmailReply.extend({ preview: z.string() }).meta({ id: 'InboxEmail' })) },
  async run(ctx, { query }) {
    const { rows, ...page } = await listInbox(ctx, query);
    return { data: rows.map(({ email, preview }) => ({ ...toEmailReply(email, ctx.projectId), preview })), ...page };
  },
});

export const wait = defineRoute({
  method: 'GET',
  path: '/inbox/wait',
  summary: 'The newest captured mail that fits, as soon as there is one',
  access: 'secret',
  query: z.object({ timeout: wholeNumber(10, 1, limits.inboxWaitSeconds), ...filter }),
  replies: { 200: EmailDetailReply },
  refuses: [NoMatchingEmail],
  async run(ctx, { query: { timeout, ...criteria } }) {
    return toDetailReply(await waitForMail(ctx, criteria, timeout), ctx.projectId);
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/inbox/:emailId',
  summary: 'Read a captured mail',
  access: 'secret',
  params,
  replies: { 200: EmailDetailReply },
  refuses: [EmailNotFound],
  async run(ctx, { params: { emailId } }) {
    await ctx.read((reader) => requireCaptured(reader, emailId));
    return toDetailReply(await getEmail(ctx, emailId), ctx.projectId);
  },
});

export const raw = defineRoute({
  method: 'GET',
  path: '/inbox/:emailId/raw',
  summary: 'The message as it would have left',
  access: 'secret',
  params,
  produces: 'message/rfc822',
  replies: { 200: z.string() },
  refuses: [EmailNotFound],
  async run(ctx, { params: { emailId } }) {
    const message = await ctx.read((reader) => loadRawMessage(reader, emailId));
    return answer(200, message, { 'content-type': 'message/rfc822' });
  },
});

export const simulate = defineRoute({
  method: 'POST',
  path: '/inbox/:emailId/simulate',
  summary: 'Let something happen to a captured mail',
  access: 'secret',
  params,
  body: z.object({
    type: z.enum(['delivery', 'open', 'click', 'bounce', 'complaint']),
    link: optional(z.string()),
  }),
  replies: { 200: EmailReply },
  refuses: [EmailNotFound],
  run: async (ctx, { params: { emailId }, body: { type, link } }) =>
    toEmailReply(await simulateByHand(ctx, emailId, { type, link }), ctx.projectId),
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/inbox/:emailId',
  summary: 'Drop a captured message; the email stays',
  access: 'secret',
  params,
  replies: { 204: null },
  refuses: [EmailNotFound],
  run: (ctx, { params: { emailId } }) => removeMessage(ctx, emailId),
});

export const empty = defineRoute({
  method: 'DELETE',
  path: '/inbox',
  summary: 'Drop every captured message; the emails stay',
  access: 'secret',
  replies: { 204: null },
  run: (ctx) => emptyInbox(ctx),
});
