import { z } from 'zod';
import { SegmentNotFound } from '#features/segments';
import { TemplateNotFound } from '#features/templates';
import { defineRoute, pathId } from '#platform/http';
import { CampaignNotFound } from '../refusals.ts';
import { CampaignPatchBody } from '../shapes.ts';
import { preflightCampaign } from './preflight-campaign.ts';
import { PreflightReply, toPreflightReply } from './shapes.ts';

const params = z.object({ id: pathId<'campaign'>('campaign', CampaignNotFound) });

export const preflight = defineRoute({
  method: 'GET',
  path: '/campaigns/:id/preflight',
  summary: 'Say what would happen if the campaign were sent now',
  access: 'secret',
  params,
  replies: { 200: PreflightReply },
  refuses: [CampaignNotFound],
  run: async (ctx, { params: { id } }) => toPreflightReply(await preflightCampaign(ctx, id)),
});

export const preflightUnsaved = defineRoute({
  method: 'POST',
  path: '/campaigns/:id/preflight',
  summary: 'The same with changes that are not saved',
  access: 'secret',
  params,
  body: CampaignPatchBody,
  replies: { 200: PreflightReply },
  refuses: [CampaignNotFound, SegmentNotFound, TemplateNotFound],
  run: async (ctx, { params: { id }, body }) => toPreflightReply(await preflightCampaign(ctx, id, body)),
});
