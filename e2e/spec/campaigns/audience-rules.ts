import type { Reply } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { isPro, newSegment, idInPath as segmentInPath } from '../segments/new-segment.ts';
import { newTemplate, idInPath as templateInPath } from '../templates/new-template.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import { campaignIn, idInPath, newCampaign } from './new-campaign.ts';

type Save = (owner: Owner, fields: Record<string, unknown>) => Promise<Reply>;

const broken = { logic: 'AND', groups: [] };

/** What holds for the audience and the references of a campaign, however it is saved (D-801, D-803, D-828). */
export const audienceRules = (save: Save): Case[] => [
  it('goes to a segment of the project, and shows its name', async (world) => {
    const owner = await world.own();
    const { id, name } = await newSegment(owner);
    const audience = { audienceType: 'SEGMENT', segmentId: id };
    answered(await save(owner, audience), 200, { ...audience, segment: { id, name } });
    invalid(await save(owner, { audienceType: 'SEGMENT' }), ['segmentId', 'required']);
    invalid(await save(owner, { audienceType: 'SEGMENT', segmentId: null }), ['segmentId', 'required']);
    invalid(await save(owner, { audienceType: 'SEGMENT', segmentId: 'x' }), ['segmentId', 'invalid_string']);
    invalid(await save(owner, { audienceType: 'SEGMENT', segmentId: 7 }), ['segmentId', 'invalid_type']);
    const foreign = await segmentInPath.foreign(world);
    refused(await save(owner, { audienceType: 'SEGMENT', segmentId: foreign }), 404, 'SEGMENT_NOT_FOUND');
  }),
  it('goes to those that match a condition, and reports what is wrong with it at its path', async (world) => {
    const owner = await world.own();
    const audience = { audienceType: 'FILTERED', audienceCondition: isPro };
    answered(await save(owner, audience), 200, { ...audience, segmentId: null });
    invalid(await save(owner, { audienceType: 'FILTERED' }), ['audienceCondition', 'required']);
    invalid(await save(owner, { audienceType: 'FILTERED', audienceCondition: broken }), [
      'audienceCondition.groups',
      'too_small',
    ]);
    const other = await segmentInPath.foreign(world);
    const member = { field: `segment.${other}`, operator: 'memberOfSegment' };
    const unknown = { logic: 'AND', groups: [{ filters: [member] }] };
    const reply = await save(owner, { audienceType: 'FILTERED', audienceCondition: unknown });
    invalid(reply, ['audienceCondition.groups.0.filters.0.field', 'custom']);
  }),
  it('ignores the fields of another kind of audience, whatever they hold', async (world) => {
    const owner = await world.own();
    const { id } = await newSegment(owner);
    const none = { segmentId: null, audienceCondition: null, segment: null };
    answered(await save(owner, { audienceType: 'ALL', segmentId: 'x', audienceCondition: 7 }), 200, none);
    answered(await save(owner, { audienceType: 'SEGMENT', segmentId: id, audienceCondition: broken }), 200, {
      segmentId: id,
      audienceCondition: null,
    });
    answered(await save(owner, { audienceType: 'FILTERED', segmentId: 7, audienceCondition: isPro }), 200, {
      segmentId: null,
      audienceCondition: isPro,
    });
    invalid(await save(owner, { audienceType: 'SOME' }), ['audienceType', 'invalid_enum_value', 'SOME']);
  }),
  it('names the template that it was copied from, and no unknown one', async (world) => {
    const owner = await world.own();
    const { id } = await newTemplate(owner);
    answered(await save(owner, { templateId: id }), 200, { templateId: id });
    refused(await save(owner, { templateId: await templateInPath.foreign(world) }), 404, 'TEMPLATE_NOT_FOUND');
    invalid(await save(owner, { templateId: 'x' }), ['templateId', 'invalid_string', 'x']);
  }),
  it('leaves out those whom another campaign reached, once that was sent', async (world) => {
    const owner = await world.own();
    const { id } = await campaignIn(world, owner, 'SENT');
    answered(await save(owner, { excludeCampaignId: id }), 200, { excludeCampaignId: id });
    const draft = await newCampaign(owner);
    invalid(await save(owner, { excludeCampaignId: draft.id }), ['excludeCampaignId', 'custom']);
    refused(await save(owner, { excludeCampaignId: await idInPath.foreign(world) }), 404, 'CAMPAIGN_NOT_FOUND');
  }),
  it('keeps rate and canary within their limits, and fills in what is not given', async (world) => {
    const owner = await world.own();
    const canary = { percent: 5, observeMinutes: 30, maxBounceRate: 5, maxComplaintRate: 0.1 };
    answered(await save(owner, { sendRate: 600_000, canary: {} }), 200, { sendRate: 600_000, canary });
    answered(await save(owner, { canary: { percent: 50, observeMinutes: 1_440 } }), 200, {
      canary: { ...canary, percent: 50, observeMinutes: 1_440 },
    });
    invalid(await save(owner, { sendRate: 0 }), ['sendRate', 'too_small', 0]);
    invalid(await save(owner, { sendRate: 600_001 }), ['sendRate', 'too_big', 600_001]);
    invalid(await save(owner, { canary: { percent: 51 } }), ['canary.percent', 'too_big', 51]);
    invalid(await save(owner, { canary: { observeMinutes: 4 } }), ['canary.observeMinutes', 'too_small', 4]);
    invalid(await save(owner, { canary: { maxBounceRate: -1 } }), ['canary.maxBounceRate', 'too_small', -1]);
    invalid(await save(owner, { canary: 7 }), ['canary', 'invalid_type', 'number']);
  }),
];
