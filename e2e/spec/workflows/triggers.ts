import { randomUUID } from 'node:crypto';
import { untilReply } from '../campaigns/running-campaign.ts';
import { newContact } from '../contacts/new-contact.ts';
import { type Case, it } from '../entry.ts';
import { isPro, newSegment } from '../segments/new-segment.ts';
import { answered, invalid, isInstant, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { aDelay, addSteps, newWorkflow } from './new-workflow.ts';

/** The three triggers of `PATCH /workflows/:id` (D-902, D-903, D-919). */
export const triggerCases: readonly Case[] = [
  it('starts a new type of trigger with empty settings', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const patch = (body: object) => owner.key.patch(`/workflows/${id}`, body);
    answered(await patch({ triggerType: 'MANUAL' }), 200, { triggerType: 'MANUAL', triggerConfig: null });
    answered(await patch({ triggerType: 'EVENT' }), 200, { triggerConfig: { eventName: null } });
    answered(await patch({ triggerType: 'SCHEDULE' }), 200, { triggerConfig: { schedule: null, timezone: 'UTC' } });
    answered(await patch({ triggerType: 'MANUAL', triggerConfig: { eventName: 'x' } }), 200, { triggerConfig: null });
  }),
  it('takes a schedule with a segment or a condition', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const segment = await newSegment(owner);
    const patch = (triggerConfig: object) =>
      owner.key.patch(`/workflows/${id}`, { triggerType: 'SCHEDULE', triggerConfig });
    const schedule = '0,30 9-17 * * 1-5';
    const bySegment = { schedule, timezone: 'Europe/Berlin', segmentId: segment.id };
    answered(await patch(bySegment), 200, { triggerConfig: bySegment });
    answered(await patch({ schedule, audienceCondition: isPro }), 200, {
      triggerConfig: { schedule, timezone: 'UTC', audienceCondition: isPro },
    });
    refused(await patch({ schedule, segmentId: randomUUID() }), 404, 'SEGMENT_NOT_FOUND');
  }),
  it('lets the audience enter at its time', async (world) => {
    const owner = await world.own();
    const condition = {
      logic: 'AND',
      groups: [{ filters: [{ field: 'data.enters', operator: 'equals', value: 'yes' }] }],
    };
    const { id } = await newWorkflow(owner);
    await addSteps(owner, id, aDelay);
    const contact = await newContact(owner, { email: newEmail('in'), data: { enters: 'yes' } });
    await newContact(owner, { email: newEmail('out'), data: { enters: 'no' } });
    const triggerConfig = { schedule: '0 9 * * *', audienceCondition: condition };
    answered(await owner.key.patch(`/workflows/${id}`, { triggerType: 'SCHEDULE', triggerConfig, enabled: true }), 200);
    // As if its time were now.
    await world.sql('update workflow_schedules set fires_at = now(), due_at = now() where id = $1', [id]);
    const listed = await untilReply(
      () => owner.key.get(`/workflows/${id}/executions`),
      (body) => body.data.length === 1,
    );
    answered(listed, 200, { data: [{ contactId: contact.id, trigger: { type: 'SCHEDULE', eventId: null } }] });
    isInstant(listed.body.data[0].trigger.scheduledAt);
  }),
  it('refuses what is no schedule, no zone, no audience, or two', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const segment = await newSegment(owner);
    const patch = (triggerConfig: unknown) =>
      owner.key.patch(`/workflows/${id}`, { triggerType: 'SCHEDULE', triggerConfig });
    for (const [config, field, code] of [
      [{ schedule: 'daily' }, 'schedule', 'invalid_string'],
      [{ schedule: '60 * * * *' }, 'schedule', 'invalid_string'],
      [{ schedule: '*/10 * * * *' }, 'schedule', 'custom'],
      [{ schedule: 7 }, 'schedule', 'invalid_type'],
      [{ timezone: 'Nowhere/Town' }, 'timezone', 'invalid_string'],
      [{ timezone: 'x'.repeat(10_000) }, 'timezone', 'invalid_string'],
      [{ segmentId: 'x' }, 'segmentId', 'invalid_string'],
      [{ segmentId: segment.id, audienceCondition: isPro }, 'segmentId', 'custom'],
      [{ audienceCondition: { logic: 'XOR', groups: isPro.groups } }, 'audienceCondition.logic', 'invalid_enum_value'],
    ] as const) {
      invalid(await patch(config), [`triggerConfig.${field}`, code]);
    }
    invalid(await patch('x'), ['triggerConfig', 'invalid_type']);
    invalid(await owner.key.patch(`/workflows/${id}`, { triggerType: 'WEBHOOK' }), [
      'triggerType',
      'invalid_enum_value',
    ]);
    invalid(await owner.key.patch(`/workflows/${id}`, { triggerConfig: { eventName: 7 } }), [
      'triggerConfig.eventName',
      'invalid_type',
    ]);
  }),
];
