import { randomUUIDv7 } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { deliveries } from '#features/emails';
import { SourcePaused } from '#features/reputation';
import { projectContext } from '#platform/context';
import { startSpools } from '#platform/spool';
import { deliverySetup } from '#testing/delivery-setup';
import { until } from '#testing/until';
import { type GivenStep, givenTemplate, givenWorkflow } from '#testing/workflow-setup';
import { executionsSpool } from './executions/spool.ts';

const delay: GivenStep = { type: 'DELAY', config: { amount: 1, unit: 'hours' } };

async function workflowSetup() {
  const setup = await deliverySetup();
  const { app, project, rows } = setup;
  await rows(`update projects set mode = 'live'`);
  const running = startSpools(app.app.services, [executionsSpool, deliveries], { sweepSeconds: 1 });
  onTestFinished(() => running.stop());
  const api = app.as(project.secretKey);
  const owner = project.owner.in(project.id);
  const ctx = projectContext(app.app.services, project.id);
  return {
    ...{ setup, rows, api, owner },
    track: (email: string) => api.post('/events/track', { event: 'signup', email: `${email}@example.com` }),
    /** As a check of the project does. */
    async suspend(targetId: string): Promise<void> {
      await rows(
        `insert into reputation_suspensions (project_id, id, scope, target_id, cause, value, threshold, started_at)
         values ($1, $2, 'WORKFLOW', $3, 'BOUNCE_RATE', 12.5, 10, now())`,
        [project.id, randomUUIDv7(), targetId],
      );
      const paused = { scope: 'workflow', targetId, cause: 'BOUNCE_RATE', value: 12.5, threshold: 10 };
      await ctx.transaction((tx) => tx.emit(SourcePaused, paused));
    },
    holds: async (statement: string) => until(async () => (await rows(statement)).length > 0),
  };
}

test('a workflow that is paused starts nothing, its steps go on, and its mail waits at the gate until it is resumed (D-1136)', async () => {
  const { setup, rows, api, owner, track, suspend, holds } = await workflowSetup();
  const templateId = await givenTemplate(api, { from: 'hello@acme.example' });
  const { id } = await givenWorkflow(api, { steps: [delay, { type: 'SEND_EMAIL', templateId }] });
  const other = await givenWorkflow(api, { steps: [{ type: 'SEND_EMAIL', templateId }], eventName: 'other' });
  await track('ada');
  await holds(`select from executions where status = 'WAITING'`);

  await suspend(id);
  expect((await api.get(`/workflows/${id}`)).body).toMatchObject({
    ...{ pausedAt: expect.any(String), pausedReason: 'REPUTATION', enabled: true },
  });
  await track('bob');
  expect(await rows('select from executions')).toHaveLength(1);
  await rows(
    `update executions set due_at = now() - interval '1 second', open = open || jsonb_build_object('executeAfter', now() - interval '1 second')`,
  );
  expect(await holds(`select from deliveries where hold_reason = 'WORKFLOW_PAUSED'`)).toBe(true);
  expect(await rows(`select status from finished_executions`)).toEqual([{ status: 'COMPLETED' }]);
  await api.post('/events/track', { event: 'other', email: 'eve@example.com' });
  expect(await holds(`select from emails where workflow_id = '${other.id}' and status = 'SENT'`)).toBe(true);
  expect(setup.relay.received).toHaveLength(1);

  expect(await owner.post(`/workflows/${id}/resume`)).toMatchObject({
    status: 200,
    body: { pausedAt: null, pausedReason: null },
  });
  await setup.app.settle();
  expect(await holds(`select from emails where workflow_id = '${id}' and status = 'SENT'`)).toBe(true);
  await track('bob');
  expect(await rows('select from executions')).toHaveLength(1);
  expect(await rows('select from reputation_suspensions where ended_at is null')).toEqual([]);
});

test('a pause takes the schedule away, and a resume brings it back', async () => {
  const { rows, api, owner, suspend } = await workflowSetup();
  const { id } = await givenWorkflow(api, { steps: [delay], isEnabled: false });
  const audienceCondition = { logic: 'AND', groups: [{ filters: [{ field: 'data.a', operator: 'exists' }] }] };
  const trigger = { triggerType: 'SCHEDULE', triggerConfig: { schedule: '0 9 * * *', audienceCondition } };
  expect((await api.patch(`/workflows/${id}`, { ...trigger, enabled: true })).status).toBe(200);
  const times = () => rows('select fires_at from workflow_schedules');
  const before = await times();
  expect(before).toHaveLength(1);

  await suspend(id);
  expect(await times()).toEqual([]);
  await api.patch(`/workflows/${id}`, { enabled: false });
  await api.patch(`/workflows/${id}`, { enabled: true });
  expect(await times()).toEqual([]);
  await owner.post(`/workflows/${id}/resume`);
  expect(await times()).toEqual(before);
});

test('those who lead the team lift a pause, twice in 7 days', async () => {
  const { setup, rows, api, owner, suspend } = await workflowSetup();
  const { id } = await givenWorkflow(api, { steps: [delay] });
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ];
  expect(codeOf(await owner.post(`/workflows/${id}/resume`))).toEqual([400, 'WORKFLOW_NOT_PAUSED']);
  await suspend(id);

  const member = await setup.app.given.member(setup.project, 'MEMBER');
  for (const caller of [member.in(setup.project.id), api]) {
    expect(codeOf(await caller.post(`/workflows/${id}/resume`))).toEqual([403, 'FORBIDDEN']);
  }
  for (let time = 1; time <= 2; time += 1) {
    expect((await owner.post(`/workflows/${id}/resume`)).status).toBe(200);
    await suspend(id);
  }
  expect(codeOf(await owner.post(`/workflows/${id}/resume`))).toEqual([403, 'RESUME_TOO_SOON']);
  expect(await rows(`select paused_reason from workflows`)).toEqual([{ paused_reason: 'REPUTATION' }]);
  expect(await rows('select reason from mail_stops')).toEqual([{ reason: 'WORKFLOW_PAUSED' }]);
});
