import { z } from 'zod';
import { BillingLimitExceeded } from '#features/billing';
import { DmarcRequired, DomainNotVerified } from '#features/domains';
import {
  Address,
  CursorPage,
  choices,
  defineRoute,
  optional,
  pageLimit,
  pathId,
  periodOf,
  periodQuery,
  queryFlag,
  type Resource,
  search,
} from '#platform/http';
import { readId } from '#platform/ids';
import { normaliseAddress } from '#pure/addresses';
import { BodyExpired, EmailNotFound, TestMailFull } from '../refusals.ts';
import { EmailDetailReply, toDetailReply } from './detail-shapes.ts';
import { shownStatuses } from './email-record.ts';
import { getEmail } from './get-email.ts';
import { listEmails } from './list-emails.ts';
import { resendEmail } from './resend-email.ts';
import { EmailReply, emailSources, emailTypes, toEmailReply } from './shapes.ts';

const params = z.object({ id: pathId<'email'>('email', EmailNotFound) });
const text = z.string().optional();
const idOf = (resource: Resource) => text.meta({ 'x-resource': resource });
const idNames = ['contactId', 'templateId', 'campaignId', 'workflowId', 'executionId'] as const;

export const list = defineRoute({
  method: 'GET',
  path: '/emails',
  summary: 'List emails, newest first',
  access: 'secret',
  query: z.object({
    limit: pageLimit,
    cursor: text,
    status: choices(shownStatuses),
    type: choices(emailTypes),
    sourceType: choices(emailSources),
    recipient: text,
    search,
    contactId: idOf('contact'),
    templateId: idOf('template'),
    campaignId: idOf('campaign'),
    workflowId: idOf('workflow'),
    executionId: idOf('execution'),
    requestId: idOf('request'),
    test: queryFlag,
    ...periodQuery,
  }),
  replies: { 200: CursorPage(EmailReply) },
  async run(ctx, { query }) {
    const period = periodOf(query);
    const ids = Object.fromEntries(
      idNames.flatMap((name) => (query[name] === undefined ? [] : [[name, readId(query[name])]])),
    );
    // An invalid id or address matches no email.
    const recipient = query.recipient === undefined ? undefined : normaliseAddress(query.recipient);
    const nothing = { data: [], cursor: '', hasMore: false, total: 0 };
    if (recipient === null || Object.values(ids).includes(null)) return nothing;
    const { rows, ...page } = await listEmails(ctx, { ...query, recipient, ids, period });
    return { data: rows.map((email) => toEmailReply(email, ctx.projectId)), ...page };
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/emails/:id',
  summary: 'Read an email with its content, attempts and history',
  access: 'secret',
  params,
  replies: { 200: EmailDetailReply },
  refuses: [EmailNotFound],
  async run(ctx, { params: { id } }) {
    return toDetailReply(await getEmail(ctx, id), ctx.projectId);
  },
});

export const resend = defineRoute({
  method: 'POST',
  path: '/emails/:id/resend',
  summary: 'Send the stored content of an email once more, as a new email',
  access: 'secret',
  params,
  body: z.object({ to: optional(Address) }),
  replies: { 201: EmailReply },
  refuses: [EmailNotFound, BodyExpired, DomainNotVerified, DmarcRequired, TestMailFull, BillingLimitExceeded],
  async run(ctx, { params: { id }, body }) {
    return toEmailReply(await resendEmail(ctx, id, body.to, ctx.requestId), ctx.projectId);
  },
});
