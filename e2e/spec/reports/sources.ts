import assert from 'node:assert/strict';
import { mixedCampaign } from '../campaigns/mixed-campaign.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { newTemplate } from '../templates/new-template.ts';
import { newWorkflow } from '../workflows/new-workflow.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { badPeriods, pastMail } from './past-mails.ts';

const path = '/analytics/sources';
const period = 'from=2026-06-01&to=2026-06-02&tz=UTC';

export const sources = entry(
  'GET /analytics/sources',
  projectEndpoint({ endpoint: 'GET /analytics/sources', status: 200, request: async () => ({ path }) }),
  it('has what the campaign itself shows (D-1024)', async (world) => {
    const { owner, id } = await mixedCampaign(world);
    const stats = (await owner.key.get(`/campaigns/${id}/stats`)).body;
    const reply = await owner.key.get(path);
    answered(reply, 200);
    const [{ name, delivered, ...source }] = reply.body;
    assert.equal(name, (await owner.key.get(`/campaigns/${id}`)).body.name);
    assert.deepEqual(source, {
      ...{ kind: 'campaign', id, accepted: stats.totalRecipients, sent: stats.sentCount },
      ...{ opened: stats.openedCount, clicked: stats.clickedCount },
    });
    assert.equal(delivered, (await owner.key.get('/activity/stats')).body.balance.delivered);
    answeredWhole(await owner.key.get(`${path}?stream=WORKFLOW`), 200, []);
    answeredWhole(await owner.key.get(`${path}?mode=live`), 200, []);
  }),
  it('counts mails of a template by their acceptance, most first, and keeps them when it is deleted (D-1024)', async (world) => {
    const owner = await world.owner();
    const [few, many] = [await newTemplate(owner), await newTemplate(owner)];
    const at = '2026-06-01T10:00:00Z';
    await pastMail(world, owner, { at, templateId: few.id, openedAt: '2026-06-20T10:00:00Z' });
    await pastMail(world, owner, { at, templateId: many.id });
    await pastMail(world, owner, { at, templateId: many.id });
    await pastMail(world, owner, { at });
    const none = { kind: 'template', delivered: 0, opened: 0, clicked: 0 };
    const first = { ...none, id: many.id, name: many.name, accepted: 2, sent: 2 };
    const second = { ...none, id: few.id, name: few.name, accepted: 1, sent: 1, delivered: 1, opened: 1 };
    answeredWhole(await owner.key.get(`${path}?${period}`), 200, [first, second]);
    answeredWhole(await owner.key.get(`${path}?${period}&limit=1`), 200, [first]);
    answeredWhole(await owner.key.get(`${path}?from=2026-06-20&to=2026-06-21`), 200, []);
    answered(await owner.key.delete(`/templates/${many.id}`), 204);
    answeredWhole(await owner.key.get(`${path}?${period}`), 200, [{ ...first, name: null }, second]);
    answeredWhole(await (await world.owner()).key.get(`${path}?${period}`), 200, []);
  }),
  it('counts a mail of a workflow for the workflow, and not for its template (D-1024)', async (world) => {
    const owner = await world.owner();
    const [template, workflow] = [await newTemplate(owner), await newWorkflow(owner)];
    const mail = { at: '2026-06-01T10:00:00Z', templateId: template.id, workflowId: workflow.id };
    await pastMail(world, owner, { ...mail, source: 'WORKFLOW' });
    const figures = { accepted: 1, sent: 1, delivered: 0, opened: 0, clicked: 0 };
    const row = { kind: 'workflow', id: workflow.id, name: workflow.name, ...figures };
    answeredWhole(await owner.key.get(`${path}?${period}&stream=WORKFLOW`), 200, [row]);
    answeredWhole(await owner.key.get(`${path}?${period}&stream=TRANSACTIONAL`), 200, []);
  }),
  it('lists the most clicked first when asked to (D-1024)', async (world) => {
    const owner = await world.owner();
    const [dull, clicked] = [await newTemplate(owner), await newTemplate(owner)];
    const at = '2026-06-01T10:00:00Z';
    await pastMail(world, owner, { at, templateId: dull.id });
    await pastMail(world, owner, { at, templateId: dull.id });
    await pastMail(world, owner, { at, templateId: clicked.id });
    await world.sql(`update emails set clicked_at = created_at where template_id = $1`, [clicked.id]);
    const ids = async (query: string) =>
      (await owner.key.get(`${path}?${period}&${query}`)).body.map(({ id }: { id: string }) => id);
    assert.deepEqual(await ids('sort=clickRate'), [clicked.id, dull.id]);
    assert.deepEqual(await ids('sort=accepted'), [dull.id, clicked.id]);
  }),
  it('refuses what it cannot parse (D-1024)', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of [...badPeriods, ['stream=ALLES', 'stream'], ['sort=luck', 'sort']] as const) {
      refused(await key.get(`${path}?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);
