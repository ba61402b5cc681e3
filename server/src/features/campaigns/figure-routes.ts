import { z } from 'zod';
import {
  answer,
  CursorPage,
  choice,
  defineRoute,
  Instant,
  instantOrNull,
  pageLimit,
  pathId,
  readIdCursor,
  writeIdCursor,
} from '#platform/http';
import { normaliseAddress } from '#pure/addresses';
import { type CampaignRecipient, listRecipients, recipientOutcomes } from './figures/list-recipients.ts';
import { loadStats } from './figures/load-stats.ts';
import { streamRecipients } from './figures/recipients-csv.ts';
import { CampaignStatsReply, toStatsReply } from './figures/stats-shapes.ts';
import { findCampaign } from './queries.ts';
import { CampaignNotFound, ExportRunning } from './refusals.ts';

const params = z.object({ id: pathId<'campaign'>('campaign', CampaignNotFound) });

export const stats = defineRoute({
  method: 'GET',
  path: '/campaigns/:id/stats',
  summary: 'What became of the mails of a campaign',
  access: 'secret',
  params,
  replies: { 200: CampaignStatsReply },
  refuses: [CampaignNotFound],
  run: (ctx, { params: { id } }) =>
    ctx.read(async (reader) => toStatsReply(await loadStats(reader, await findCampaign(reader, id)))),
});

const filter = {
  outcome: choice(recipientOutcomes),
  type: choice(recipientOutcomes),
  reason: z.string().optional(),
  email: z.string().optional(),
};

type FilterQuery = z.output<z.ZodObject<typeof filter>>;

/** `type` is another name of `outcome`. An address that cannot exist matches nobody. */
const filterOf = ({ outcome, type, reason, email }: FilterQuery) => ({
  outcome: outcome ?? type,
  reason,
  email: email === undefined ? undefined : normaliseAddress(email),
});

const Recipient = z.object({
  emailId: z.uuid(),
  contactId: z.uuid().nullable(),
  email: z.string().nullable(),
  status: z.string(),
  reason: z.string().nullable(),
  error: z.string().nullable(),
  occurredAt: Instant.nullable(),
});

const toRecipient = ({ id, occurredAt, ...rest }: CampaignRecipient): z.output<typeof Recipient> => ({
  emailId: id,
  ...rest,
  occurredAt: instantOrNull(occurredAt),
});

export const recipients = defineRoute({
  method: 'GET',
  path: '/campaigns/:id/recipients',
  summary: 'List the recipients of a campaign and what became of their mails',
  access: 'secret',
  params,
  query: z.object({ ...filter, limit: pageLimit, cursor: z.string().optional() }),
  replies: { 200: CursorPage(Recipient) },
  refuses: [CampaignNotFound],
  async run(ctx, { params: { id }, query: { limit, cursor, ...query } }) {
    const after = readIdCursor('recipients', cursor);
    const campaign = await ctx.read((reader) => findCampaign(reader, id));
    const page = await listRecipients(ctx, campaign, { ...filterOf(query), limit, after });
    const next = page.after === null ? '' : writeIdCursor('recipients', page.after);
    return { data: page.rows.map(toRecipient), cursor: next, hasMore: page.hasMore, total: page.total };
  },
});

export const recipientsFile = defineRoute({
  method: 'GET',
  path: '/campaigns/:id/recipients.csv',
  summary: 'The recipients of a campaign as a file',
  access: 'secret',
  params,
  query: z.object(filter),
  produces: 'text/csv',
  replies: { 200: z.string() },
  refuses: [CampaignNotFound, ExportRunning],
  async run(ctx, { params: { id }, query }) {
    const campaign = await ctx.read((reader) => findCampaign(reader, id));
    return answer(200, await streamRecipients(ctx, campaign, filterOf(query)), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="recipients.csv"',
    });
  },
});
