import assert from 'node:assert/strict';
import { teamEndpoint, teamEndpointWithBody } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid } from '../world/expect.ts';
import { subscribe } from './payments.ts';

const pathOf = ({ id }: { id: string }): string => `/users/@me/projects/${id}/billing-limits`;

const noCap = { limit: null, usage: 0, percentage: null, isWarning: false, isBlocked: false };

/** The calendar month in UTC. */
function thisMonth(): { start: string; end: string } {
  const now = new Date();
  const month = (more: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + more)).toISOString();
  return { start: month(0), end: month(1) };
}

export const billingLimits = entry(
  'GET /users/@me/projects/:id/billing-limits',
  teamEndpoint(
    {
      endpoint: 'GET /users/@me/projects/:id/billing-limits',
      status: 200,
      request: async (_world, { project }) => ({ path: pathOf(project) }),
    },
    { role: 'MEMBER', whenDisabled: 'works' },
  ),
  it('shows a project without caps, and the current month (D-1141)', async (world) => {
    const { api, project } = await world.owner();
    answeredWhole(await api.get(pathOf(project)), 200, {
      workflows: noCap,
      campaigns: noCap,
      transactional: noCap,
      inbound: noCap,
      currency: null,
      period: thisMonth(),
    });
  }),
  it('warns from 80 per cent and blocks from 100', async (world) => {
    const { api, project } = await world.owner();
    await api.put(pathOf(project), { transactional: 10, campaigns: 10, workflows: 10, inbound: 0 });
    await world.sql(
      `insert into billing_usage (project_id, category, period_start, slot, used)
       values ($1, 'transactional', $2, 1, 7), ($1, 'campaigns', $2, 1, 8), ($1, 'workflows', $2, 1, 11)`,
      [project.id, thisMonth().start],
    );
    const { body } = await api.get(pathOf(project));
    const shown = (category: string) => {
      const { percentage, isWarning, isBlocked } = body[category];
      return [percentage, isWarning, isBlocked];
    };
    assert.deepEqual(shown('transactional'), [70, false, false]);
    assert.deepEqual(shown('campaigns'), [80, true, false]);
    assert.deepEqual(shown('workflows'), [110, true, true]);
    assert.deepEqual(shown('inbound'), [100, true, true]);
  }),
);

export const changeBillingLimits = entry(
  'PUT /users/@me/projects/:id/billing-limits',
  teamEndpointWithBody(
    {
      endpoint: 'PUT /users/@me/projects/:id/billing-limits',
      status: 200,
      request: async (_world, { project }) => ({ path: pathOf(project), body: { campaigns: 5 } }),
    },
    { role: 'ADMIN', whenDisabled: 'works' },
  ),
  it('keeps what is left out, and removes a cap with null (D-1142)', async (world) => {
    const { api, project } = await world.owner();
    await api.put(pathOf(project), { transactional: 500, campaigns: 10_000 });
    const reply = await api.put(pathOf(project), { campaigns: null, inbound: 0 });
    answered(reply, 200, { currency: null, period: thisMonth() });
    const limits = ['transactional', 'campaigns', 'workflows', 'inbound'].map((name) => reply.body[name].limit);
    assert.deepEqual(limits, [500, null, null, 0]);
    assert.deepEqual((await api.get(pathOf(project))).body, reply.body);
    assert.deepEqual((await api.put(pathOf(project), {})).body, reply.body);
  }),
  it('refuses wrong values, and then changes nothing', async (world) => {
    const { api, project } = await world.owner();
    invalid(await api.put(pathOf(project), { transactional: 5, campaigns: -1 }), ['campaigns', 'too_small']);
    invalid(await api.put(pathOf(project), { workflows: '5' }), ['workflows', 'invalid_type']);
    assert.equal((await api.get(pathOf(project))).body.transactional.limit, null);
  }),
);

export const billingConsumption = entry(
  'GET /users/@me/projects/:id/billing-consumption',
  teamEndpoint(
    {
      endpoint: 'GET /users/@me/projects/:id/billing-consumption',
      status: 200,
      request: async (_world, { project }) => ({ path: `/users/@me/projects/${project.id}/billing-consumption` }),
    },
    { role: 'MEMBER', whenDisabled: 'works' },
  ),
  it('shows what was counted in the current period alone (D-1141)', async (world) => {
    const { api, project } = await world.owner();
    await world.sql(
      `insert into billing_usage (project_id, category, period_start, slot, used)
       values ($1, 'campaigns', $2, 1, 1200), ($1, 'campaigns', $2, 2, -10), ($1, 'transactional', $2, 0, 120),
              ($1, 'transactional', '2026-01-01', 0, 5)`,
      [project.id, thisMonth().start],
    );
    answeredWhole(await api.get(`/users/@me/projects/${project.id}/billing-consumption`), 200, {
      period: thisMonth(),
      usage: {
        total: 1310,
        records: [
          { category: 'workflows', count: 0 },
          { category: 'campaigns', count: 1190 },
          { category: 'transactional', count: 120 },
          { category: 'inbound', count: 0 },
        ],
      },
      credits: 0,
      upcomingInvoice: null,
    });
  }),
  it('counts in the period of the subscription, and shows its next invoice (D-1146)', async (world) => {
    const owner = await world.owner();
    const { periodStart, periodEnd } = await subscribe(world, owner, { currency: 'gbp' });
    const period = { start: periodStart.toISOString(), end: periodEnd.toISOString() };
    const reply = await owner.api.get(`/users/@me/projects/${owner.project.id}/billing-consumption`);
    answered(reply, 200, {
      period,
      credits: 500,
      upcomingInvoice: { amountDue: 1_250, currency: 'gbp', periodStart: period.start, periodEnd: period.end },
    });
    answered(await owner.api.get(pathOf(owner.project)), 200, { currency: 'gbp', period });
  }),
);
