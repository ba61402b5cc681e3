import { randomUUIDv7 } from 'node:crypto';
import { entryCases, unknownProjects } from '../conventions/entry-cases.ts';
import { generalCases } from '../conventions/general-cases.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isInstant, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { idInPath, newWorkflow, readWorkflow } from './new-workflow.ts';

const pause = (world: World, id: string) =>
  world.sql(`update workflows set paused_at = now(), paused_reason = 'REPUTATION' where id = $1`, [id]);

const subject = {
  endpoint: 'POST /workflows/:id/resume',
  status: 200,
  async request(world: World, owner: Owner) {
    const { id } = await newWorkflow(owner);
    await pause(world, id);
    return { path: `/workflows/${id}/resume` };
  },
} as const;

const caller = async (world: World) => (await world.own()).inside;

export const resumeWorkflow = entry(
  'POST /workflows/:id/resume',
  entryCases(subject, { access: 'secret', role: 'ADMIN' }),
  unknownProjects(subject, 'header'),
  generalCases(subject, { caller, isCounted: true }),
  unknownIds(subject, { ...idInPath, caller }),
  it('lifts a pause by reputation; one that is not paused is refused', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    refused(await owner.inside.post(`/workflows/${id}/resume`), 400, 'WORKFLOW_NOT_PAUSED', { id });
    await pause(world, id);
    const paused = await readWorkflow(owner, id);
    answered(await owner.key.get(`/workflows/${id}`), 200, { pausedReason: 'REPUTATION' });
    const reply = await owner.inside.post(`/workflows/${id}/resume`);
    const { updatedAt } = reply.body;
    answeredWhole(reply, 200, { ...paused, pausedAt: null, pausedReason: null, updatedAt });
    refused(await owner.inside.post(`/workflows/${id}/resume`), 400, 'WORKFLOW_NOT_PAUSED', { id });
  }),
  it('lifts the pause of one workflow twice in 7 days (D-1136)', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const suspend = async () => {
      await world.sql(
        `insert into reputation_suspensions (project_id, id, scope, target_id, cause, value, threshold, started_at)
         values ($1, $2, 'WORKFLOW', $3, 'BOUNCE_RATE', 5.4, 5, now())`,
        [owner.project.id, randomUUIDv7(), id],
      );
      await pause(world, id);
    };
    for (let time = 1; time <= 2; time += 1) {
      await suspend();
      answered(await owner.inside.post(`/workflows/${id}/resume`), 200, { pausedAt: null });
    }
    await suspend();
    const tooSoon = await owner.inside.post(`/workflows/${id}/resume`);
    refused(tooSoon, 403, 'RESUME_TOO_SOON');
    isInstant(tooSoon.body.error.details.allowedAt);
    answered(await owner.key.get(`/workflows/${id}`), 200, { pausedReason: 'REPUTATION' });
  }),
);
