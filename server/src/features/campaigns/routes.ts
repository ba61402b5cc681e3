import { z } from 'zod';
import { DomainNotVerified } from '#features/domains';
import { SegmentNotFound } from '#features/segments';
import { TemplateNotFound, TextsInvalid } from '#features/templates';
import {
  choice,
  defineRoute,
  direction,
  OffsetPage,
  pageLimit,
  pathId,
  search,
  sortBy,
  wholeNumber,
  withDefault,
} from '#platform/http';
import { limits } from '#pure/limits';
import { campaignStatuses } from './campaign.ts';
import { changeCampaign } from './change-campaign.ts';
import { createCampaign } from './create-campaign.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { duplicateCampaign } from './duplicate-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { findCampaign } from './queries.ts';
import {
  CampaignActive,
  CampaignNotEditable,
  CampaignNotFound,
  NothingReached,
  SenderNotVerified,
} from './refusals.ts';
import { CampaignBody, CampaignPatchBody, CampaignReply, patched, toCampaignReply, toFields } from './shapes.ts';

const params = z.object({ id: pathId<'campaign'>('campaign', CampaignNotFound) });
const references = [SegmentNotFound, TemplateNotFound, CampaignNotFound, TextsInvalid] as const;

export const list = defineRoute({
  method: 'GET',
  path: '/campaigns',
  summary: 'List campaigns',
  access: 'secret',
  query: z.object({
    page: wholeNumber(1, 1, limits.campaignPage),
    pageSize: pageLimit,
    status: choice(campaignStatuses),
    search,
    sort: sortBy(['name', 'createdAt', 'updatedAt'], 'createdAt'),
    dir: direction,
    fields: sortBy(['all', 'summary'], 'all'),
  }),
  replies: {
    200: OffsetPage(CampaignReply).extend({
      statusCounts: z.object({
        DRAFT: z.int(),
        SCHEDULED: z.int(),
        SENDING: z.int(),
        SENT: z.int(),
        CANCELLED: z.int(),
      }),
    }),
  },
  async run(ctx, { query }) {
    const { page, pageSize, fields } = query;
    const { campaigns, total, statusCounts } = await listCampaigns(ctx, query);
    const data = campaigns.map((campaign) => {
      const { body, ...summary } = toCampaignReply(campaign, ctx.projectId);
      return fields === 'summary' ? summary : { ...summary, body };
    });
    return { data, total, page, pageSize, totalPages: Math.ceil(total / pageSize), statusCounts };
  },
});

export const create = defineRoute({
  method: 'POST',
  path: '/campaigns',
  bodyExample: {
    name: 'Spring news',
    subject: 'What is new, {{ firstName }}',
    body: '<p>Hello {{ firstName }}</p>',
    from: 'hello@mail.example.com',
    audienceType: 'ALL',
  },
  summary: 'Create a campaign as a draft',
  access: 'secret',
  body: CampaignBody,
  replies: { 200: z.object({ success: z.literal(true), data: CampaignReply }) },
  refuses: [SenderNotVerified, ...references],
  async run(ctx, { body }) {
    return { success: true, data: toCampaignReply(await createCampaign(ctx, toFields(body)), ctx.projectId) };
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/campaigns/:id',
  summary: 'Read a campaign',
  access: 'secret',
  params,
  replies: { 200: CampaignReply },
  refuses: [CampaignNotFound],
  async run(ctx, { params: { id } }) {
    return toCampaignReply(await ctx.read((reader) => findCampaign(reader, id)), ctx.projectId);
  },
});

export const replace = defineRoute({
  method: 'PUT',
  path: '/campaigns/:id',
  summary: 'Replace a campaign whose sending has not begun',
  access: 'secret',
  params,
  body: CampaignBody,
  replies: { 200: CampaignReply },
  refuses: [CampaignNotEditable, DomainNotVerified, ...references],
  async run(ctx, { params: { id }, body }) {
    const fields = toFields(body);
    const campaign = await changeCampaign(ctx, id, { texts: body, apply: () => fields });
    return toCampaignReply(campaign, ctx.projectId);
  },
});

export const patch = defineRoute({
  method: 'PATCH',
  path: '/campaigns/:id',
  summary: 'Change some fields of a campaign whose sending has not begun',
  access: 'secret',
  params,
  body: CampaignPatchBody,
  replies: { 200: CampaignReply },
  refuses: [CampaignNotEditable, DomainNotVerified, ...references],
  async run(ctx, { params: { id }, body }) {
    const campaign = await changeCampaign(ctx, id, { texts: body, apply: (before) => patched(before, body) });
    return toCampaignReply(campaign, ctx.projectId);
  },
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/campaigns/:id',
  summary: 'Delete a campaign that is not being sent',
  access: 'secret',
  params,
  replies: { 204: null },
  refuses: [CampaignNotFound, CampaignActive],
  run: (ctx, { params: { id } }) => deleteCampaign(ctx, id),
});

export const duplicate = defineRoute({
  method: 'POST',
  path: '/campaigns/:id/duplicate',
  summary: 'Copy a campaign as a draft',
  access: 'secret',
  params,
  body: z.object({ excludeReached: withDefault(z.boolean(), false) }),
  replies: { 201: CampaignReply },
  refuses: [CampaignNotFound, NothingReached],
  async run(ctx, { params: { id }, body: { excludeReached } }) {
    return toCampaignReply(await duplicateCampaign(ctx, id, { excludeReached }), ctx.projectId);
  },
});
