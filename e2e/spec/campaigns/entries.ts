import type { Entry } from '../entry.ts';
import { createCampaign } from './create-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { deleteCampaign, duplicateCampaign, getCampaign, patchCampaign, putCampaign } from './one-campaign.ts';

export const campaignEntries: readonly Entry[] = [
  listCampaigns,
  createCampaign,
  getCampaign,
  putCampaign,
  patchCampaign,
  deleteCampaign,
  duplicateCampaign,
];
