import type { Entry } from '../entry.ts';
import { campaignRecipients, campaignRecipientsFile } from './campaign-recipients.ts';
import { campaignStats } from './campaign-stats.ts';
import { createCampaign } from './create-campaign.ts';
import { getPreflight } from './get-preflight.ts';
import { listCampaigns } from './list-campaigns.ts';
import { deleteCampaign, duplicateCampaign, getCampaign, patchCampaign, putCampaign } from './one-campaign.ts';
import { pauseCampaign, resumeCampaign } from './pause-campaign.ts';
import { postPreflight } from './post-preflight.ts';
import { sendCampaign } from './send-campaign.ts';
import { cancelCampaign, unscheduleCampaign } from './stop-campaign.ts';
import { testCampaign } from './test-campaign.ts';

export const campaignEntries: readonly Entry[] = [
  listCampaigns,
  createCampaign,
  getCampaign,
  putCampaign,
  patchCampaign,
  deleteCampaign,
  duplicateCampaign,
  sendCampaign,
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  unscheduleCampaign,
  testCampaign,
  campaignStats,
  campaignRecipients,
  campaignRecipientsFile,
  getPreflight,
  postPreflight,
];
