import { givenSubscription } from '@postrider/server/testing/given-subscription';
import { newRecipients, sandboxAddress, sentCampaign, untilReply } from '../campaigns/running-campaign.ts';
import { teamEndpoint } from '../conventions/account-endpoint.ts';
import { newDomain } from '../domains/new-domain.ts';
import { goodMail } from '../emails/new-email.ts';
import { entry, it } from '../entry.ts';
import { newWorkflow } from '../workflows/new-workflow.ts';
import { answered, answeredWhole } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';

const pathOf = ({ id }: { id: string }): string => `/projects/${id}/setup-state`;

const nothing = {
  hasSubscription: false,
  hasVerifiedDomain: false,
  contactCount: 0,
  lastCampaignSentAt: null,
  hasEnabledWorkflow: false,
  mode: 'test',
  keysUsed: false,
  hasSentEmail: false,
  hasDomain: false,
  hasProvider: false,
  hasTrackedEvent: false,
};

export const setupState = entry(
  'GET /projects/:id/setup-state',
  teamEndpoint(
    {
      endpoint: 'GET /projects/:id/setup-state',
      status: 200,
      request: async (_world, { project }) => ({ path: pathOf(project) }),
    },
    { role: 'MEMBER', whenDisabled: 'works' },
  ),
  it('shows that a new project has nothing (D-1125)', async (world) => {
    const { api, project } = await world.owner();
    answeredWhole(await api.get(pathOf(project)), 200, nothing);
  }),
  it('shows contacts, tracked events, sent mail of any mode and the use of keys, each once it is there', async (world) => {
    const { api, inside, project } = await world.owner();
    const state = () => api.get(pathOf(project));
    const email = newEmail('setup');
    // Subscribing is an event of the service, and no tracked one; a session uses no key.
    answered(await inside.post('/contacts', { email, subscribed: false }), 201);
    answered(await inside.post('/contacts', { email, subscribed: true }), 200);
    answeredWhole(await state(), 200, { ...nothing, contactCount: 1 });
    answered(await inside.post('/events/track', { email, event: 'visit' }), 200);
    answeredWhole(await state(), 200, { ...nothing, contactCount: 1, hasTrackedEvent: true });
    answered(await inside.post('/v1/send', { ...goodMail(), to: email }), 200);
    await untilReply(state, ({ hasSentEmail }) => hasSentEmail);
    const sent = { ...nothing, contactCount: 1, hasTrackedEvent: true, hasSentEmail: true };
    answeredWhole(await state(), 200, sent);
  }),
  it('shows a subscription that runs', async (world) => {
    const { api, project } = await world.owner();
    await givenSubscription(world.stripe, { id: project.id, owner: api, anyone: world.anyone() });
    answered(await api.get(pathOf(project)), 200, { hasSubscription: true });
  }),
  it('shows a domain, an enabled workflow, a sent campaign and what makes a project ready', async (world) => {
    const owner = await world.owner();
    const state = () => owner.api.get(pathOf(owner.project));
    await newDomain(owner);
    const { id } = await newWorkflow(owner);
    answered(await state(), 200, { hasDomain: true, hasVerifiedDomain: false, hasEnabledWorkflow: false });
    answered(await owner.key.patch(`/workflows/${id}`, { enabled: true }), 200);
    await newRecipients(owner, sandboxAddress('delivered'));
    const { sentAt } = await sentCampaign(owner);
    await world.sql('update projects set has_verified_domain = true, has_tested_provider = true where id = $1', [
      owner.project.id,
    ]);
    answered(await state(), 200, {
      hasEnabledWorkflow: true,
      lastCampaignSentAt: sentAt,
      hasVerifiedDomain: true,
      hasProvider: true,
    });
  }),
  it('goes on saying that keys were used when they are replaced and their uses are past their time', async (world) => {
    const { api, key, project } = await world.owner();
    const state = () => api.get(pathOf(project));
    answered(await key.get('/contacts'), 200);
    await untilReply(state, ({ keysUsed }) => keysUsed);
    answered(await api.post(`/users/@me/projects/${project.id}/regenerate-keys`), 200);
    await world.sql('delete from key_usage_hours where project_id = $1', [project.id]);
    answered(await state(), 200, { keysUsed: true });
  }),
);
