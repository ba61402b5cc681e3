import { answered } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export interface CampaignBody {
  id: string;
  name: string;
  subject: string;
  status: string;
  scheduledFor: string | null;
  updatedAt: string;
}

export const aCampaign = {
  name: 'Launch',
  subject: 'Hello {{first name ?? "there"}}',
  body: '<p>Hi {{first name ?? "there"}}</p>',
  from: 'hello@postrider.test',
  audienceType: 'ALL',
} as const;

/** What a new campaign has where nothing was given. */
export const unset = {
  description: null,
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
  status: 'DRAFT',
  segmentId: null,
  segment: null,
  audienceCondition: null,
  templateId: null,
  sendRate: null,
  canary: null,
  excludeCampaignId: null,
  scheduledFor: null,
  totalRecipients: 0,
  sentCount: 0,
  deliveredCount: 0,
  openedCount: 0,
  clickedCount: 0,
  bouncedCount: 0,
  complainedCount: 0,
  unsubscribedCount: 0,
  sentAt: null,
  expandedAt: null,
  completedAt: null,
  pausedAt: null,
  pausedReason: null,
  pauseDetail: null,
  holdReason: null,
  heldSince: null,
  cancelReason: null,
  sentBy: null,
  cancelledBy: null,
  acknowledged: [],
} as const;

/** A campaign of the owner's project, through the API. */
export async function newCampaign(owner: Pick<Owner, 'key'>, given: object = {}): Promise<CampaignBody> {
  const reply = await owner.key.post('/campaigns', { ...aCampaign, ...given });
  answered(reply, 200);
  return reply.body.data;
}

/** A campaign in another state, which only sending leads to. */
export async function campaignIn(world: World, owner: Owner, status: string): Promise<CampaignBody> {
  const { id } = await newCampaign(owner);
  await world.sql('update campaigns set status = $2 where id = $1', [id, status]);
  return (await owner.key.get(`/campaigns/${id}`)).body;
}

/** The id in `/campaigns/:id…`, for the cases that exchange it. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'CAMPAIGN_NOT_FOUND',
  resource: 'campaign',
  caller: async (world: World) => (await world.own()).key,
  foreign: async ({ extras, strangersProject }: World) =>
    (await newCampaign({ key: extras.stranger.api.with({ 'x-project-id': strangersProject }) })).id,
};

export const requestOf =
  (end = '', body?: Record<string, unknown>) =>
  async (_world: World, owner: Owner) => {
    const { id } = await newCampaign(owner);
    return { path: `/campaigns/${id}${end}`, ...(body ? { body } : {}) };
  };
