import type { Body, Query, Reply } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useProjectChange, useProjectQuery } from './project.ts';

export type Campaign = Reply<'GET /campaigns/{id}'>;
export type CampaignStats = Reply<'GET /campaigns/{id}/stats'>;
export type CampaignQuery = Query<'GET /campaigns'>;
type WholeCampaign = Body<'PUT /campaigns/{id}'>;
/** Everything of a campaign that is written by hand; what does not belong to its audience is null. */
export type CampaignFields = Required<Omit<WholeCampaign, 'segmentId' | 'audienceCondition' | 'type'>> &
  Pick<Campaign, 'segmentId' | 'audienceCondition' | 'type'>;
type NewCampaign = Body<'POST /campaigns'>;
type Sending = NonNullable<Body<'POST /campaigns/{id}/send'>>;

export interface CampaignPage {
  readonly campaigns: readonly Campaign[];
  readonly total: number;
  readonly statusCounts: Readonly<Record<Campaign['status'], number>>;
}

const listKey = ['campaigns', 'list'];
const keyOf = (id: string) => ['campaigns', 'one', id];

export const useCampaigns = (query: CampaignQuery): UseQueryResult<CampaignPage> =>
  useProjectQuery(
    [...listKey, query],
    async (session, signal) => {
      const { data, total, statusCounts } = await session.campaigns.list({ ...query, fields: 'summary' }, { signal });
      return { campaigns: data, total, statusCounts };
    },
    { keepsPrevious: true },
  );

/** While mail leaves, figures move without a message for each of them. */
const movingMs = 3_000;
const restingMs = 20_000;
/** Mail is leaving, or will be within two minutes. */
const isMoving = (campaign: Campaign | undefined): boolean =>
  campaign?.status === 'SENDING' ||
  (campaign?.status === 'SCHEDULED' && Date.parse(campaign.scheduledFor ?? '') - Date.now() < 120_000);

export const useCampaign = (id: string): UseQueryResult<Campaign> =>
  useProjectQuery(keyOf(id), (session, signal) => session.campaigns.get(id, { signal }), {
    refetchMs: (campaign) => (isMoving(campaign) ? movingMs : false),
  });

export const useCampaignStats = (id: string, status: Campaign['status']): UseQueryResult<CampaignStats> =>
  useProjectQuery(['campaigns', 'stats', id], (session, signal) => session.campaigns.stats(id, { signal }), {
    refetchMs: status === 'SENDING' ? movingMs : restingMs,
  });

const changed = (id: string) => [listKey, keyOf(id), ['campaigns', 'stats', id], ['campaigns', 'recipients', id]];

export const useCreateCampaign = (): UseMutationResult<Campaign, Error, NewCampaign> =>
  useProjectChange((session, body) => session.campaigns.create(body), [listKey]);

export const useDuplicateCampaign = (): UseMutationResult<
  Campaign,
  Error,
  { readonly id: string; readonly excludeReached: boolean }
> =>
  useProjectChange((session, { id, excludeReached }) => session.campaigns.duplicate(id, { excludeReached }), [listKey]);

export const useDeleteCampaign = (): UseMutationResult<unknown, Error, string> =>
  useProjectChange((session, id) => session.campaigns.delete(id), [listKey]);

/** Sends, or schedules when a time or a delay is given. */
export const useSendCampaign = (id: string): UseMutationResult<Campaign, Error, Sending> =>
  useProjectChange((session, body) => session.campaigns.send(id, body), changed(id));

export type CampaignStep = 'pause' | 'resume' | 'cancel' | 'unschedule';

export const useCampaignStep = (id: string): UseMutationResult<Campaign, Error, CampaignStep> =>
  useProjectChange((session, step) => session.campaigns[step](id), changed(id));

export const useTestCampaign = (
  id: string,
): UseMutationResult<Reply<'POST /campaigns/{id}/test'>, Error, { readonly email: string }> =>
  useProjectChange((session, body) => session.campaigns.test(id, body), [['emails'], ['inbox']]);

interface FieldsToSave {
  readonly fields: CampaignFields;
  /** What the composer began with. */
  readonly basis: CampaignFields;
}

export interface SavedCampaign {
  readonly campaign: Campaign;
  /** Someone changed the campaign meanwhile; nothing was saved, and the campaign is theirs. */
  readonly isOvertaken: boolean;
}

/** Replaces the campaign by all of its fields, unless the server holds others than the composer began with. */
export const useSaveCampaign = (id: string): UseMutationResult<SavedCampaign, Error, FieldsToSave> =>
  useProjectChange(
    async (session, { fields, basis }) => {
      const found = await session.campaigns.get(id);
      const held = fieldsOf(found);
      if (isSameFields(held, fields)) return { campaign: found, isOvertaken: false };
      if (!isSameFields(held, basis)) return { campaign: found, isOvertaken: true };
      return { campaign: await session.campaigns.replace(id, bodyOf(fields)), isOvertaken: false };
    },
    [listKey, keyOf(id)],
  );

export const fieldsOf = (campaign: Campaign): CampaignFields => ({
  name: campaign.name,
  description: campaign.description,
  subject: campaign.subject,
  body: campaign.body ?? '',
  from: campaign.from,
  fromName: campaign.fromName,
  replyTo: campaign.replyTo,
  type: campaign.type,
  audienceType: campaign.audienceType,
  segmentId: campaign.segmentId,
  audienceCondition: campaign.audienceCondition,
  templateId: campaign.templateId,
  sendRate: campaign.sendRate,
  canary: campaign.canary,
  excludeCampaignId: campaign.excludeCampaignId,
});

/** As PUT takes them. It replaces the whole campaign, so everything is sent. */
export function bodyOf({ segmentId, audienceCondition, ...fields }: CampaignFields): WholeCampaign {
  return {
    ...fields,
    ...(fields.audienceType === 'SEGMENT' && segmentId !== null && { segmentId }),
    ...(fields.audienceType === 'FILTERED' && audienceCondition !== null && { audienceCondition }),
  };
}

/** By what they hold: the order of the keys of a condition says nothing. */
export const isSameFields = (one: CampaignFields, other: CampaignFields): boolean => textOf(one) === textOf(other);

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
