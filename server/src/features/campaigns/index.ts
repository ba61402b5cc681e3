export { audienceTree } from './audience-tree.ts';
export { type Campaign, type CampaignId, type CampaignType, isEditable } from './campaign.ts';
export { campaigns } from './feature.ts';
export { firstMailId } from './figures/mail-range.ts';
export { findCampaign } from './queries.ts';
export { CampaignNotFound } from './refusals.ts';
export { roomForCampaign } from './room-for-campaign.ts';
export { findFrozen } from './run/frozen-audience.ts';
