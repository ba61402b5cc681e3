import { audienceTree, type Campaign, findFrozen } from '#features/campaigns';
import type { Contact } from '#features/contacts';
import { findHandOver } from '#features/emails';
import { type Audience, explainContact, type FrozenAudience, loadAudience } from '#features/segments';
import type { ProjectReader } from '#platform/context';
import type { Condition, Filter } from '#pure/conditions';
import { audienceChecks } from './audience-checks.ts';
import { mayHaveChanged } from './may-have-changed.ts';
import { ruleText } from './rule-text.ts';
import type { ReadingTime } from './subscription-check.ts';
import { momentText } from './texts.ts';
import { checkOf, type WhyCheck } from './why.ts';

/** The present audience of a campaign that has not begun, with today's data. */
export async function checkPresentAudience(
  reader: ProjectReader,
  campaign: Campaign,
  contact: Contact,
): Promise<readonly WhyCheck[]> {
  if (campaign.audienceType === 'SEGMENT' && campaign.segmentId === null) {
    return [checkOf('audience', 'fail', 'The segment of the campaign was deleted')];
  }
  const tree = audienceTree(campaign);
  const rules = tree
    ? await checkRules(reader, await loadAudience(reader), tree, { contact, mayChange: () => false })
    : [everybody];
  const handedOver = await handOverOfExcluded(reader, campaign, contact);
  return [...rules, ...(handedOver ? [excludedCheck(campaign, handedOver, 'fail')] : [])];
}

/** The audience as it was frozen when sending began, with today's data: what may have changed since is unknown (D-840). */
export async function checkFrozenAudience(
  reader: ProjectReader,
  campaign: Campaign,
  { contact, reading }: { readonly contact: Contact; readonly reading: ReadingTime },
): Promise<readonly WhyCheck[]> {
  const { from: sentAt, until } = reading;
  const frozen = await findFrozen(reader, campaign.id);
  const rules = frozen ? await checkFrozenRules(reader, frozen, contact, sentAt) : [everybody];
  const checks = [...rules];
  const handedOver = await handOverOfExcluded(reader, campaign, contact);
  if (handedOver && handedOver <= until) {
    checks.push(excludedCheck(campaign, handedOver, handedOver <= sentAt ? 'fail' : 'unknown'));
  }
  if (contact.createdAt > sentAt) {
    const message = `The contact was created on ${momentText(contact.createdAt)}, after sending had begun`;
    checks.push(checkOf('audience', 'fail', message, { actual: contact.createdAt.toISOString() }));
  }
  return checks;
}

const everybody = checkOf('audience', 'pass', 'All contacts are part of the audience');

async function checkFrozenRules(
  reader: ProjectReader,
  { tree, segments }: FrozenAudience,
  contact: Contact,
  sentAt: Date,
): Promise<readonly WhyCheck[]> {
  const audience = await loadAudience(reader, { now: sentAt, segments });
  const facts = { updatedAt: contact.updatedAt, sentAt, options: audience.options };
  return checkRules(reader, audience, tree, { contact, mayChange: (filter) => mayHaveChanged(filter, facts) });
}

export interface RuleFacts {
  readonly contact: Contact;
  mayChange(filter: Filter): boolean;
}

/** The rules that decide whether the contact is part of an audience. */
export async function checkRules(
  reader: ProjectReader,
  audience: Audience,
  whole: Condition,
  { contact, mayChange }: RuleFacts,
): Promise<readonly WhyCheck[]> {
  const tree = onlySegment(audience, whole) ?? whole;
  return audienceChecks({
    tree,
    explanation: await explainContact(reader, audience, tree, contact),
    mayHaveChanged: mayChange,
    textOf: (filter) => ruleText(filter, (id) => audience.segments.get(id)?.name ?? null),
  });
}

/** The condition of the segment, where that is the whole audience: its rules say more than that the contact is no member. */
function onlySegment({ options }: Audience, { groups }: Condition): Condition | null {
  const [group, ...others] = groups;
  const [filter, ...more] = group?.filters ?? [];
  if (others.length > 0 || more.length > 0 || group?.conditions || filter?.meaning.kind !== 'segment') return null;
  if (!filter.meaning.isWanted) return null;
  const source = options.segment(filter.meaning.id);
  return source.kind === 'tree' ? source.tree : null;
}

const handOverOfExcluded = (
  reader: ProjectReader,
  { excludeCampaignId }: Campaign,
  { id }: Contact,
): Promise<Date | null> =>
  excludeCampaignId === null ? Promise.resolve(null) : findHandOver(reader, id, excludeCampaignId);

const excludedCheck = ({ excludeCampaignId }: Campaign, handedOver: Date, result: 'fail' | 'unknown'): WhyCheck =>
  checkOf(
    'audience',
    result,
    `Left out by excludeCampaignId: a mail of that campaign was handed over on ${momentText(handedOver)}`,
    { actual: excludeCampaignId },
  );
