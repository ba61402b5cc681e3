import { type RawBuilder, sql } from 'kysely';
import { type Audience, aggregateMembers, type ContactRange } from '#features/segments';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { AudienceQuestion } from './audience-question.ts';
import { lacksValue } from './lacks-value.ts';

/** Who would get a campaign, and what their mails would lack. Every contact of the audience is in one of the four parts. */
export interface AudienceFigures {
  readonly audience: number;
  readonly willReceive: number;
  readonly unsubscribed: number;
  readonly suppressed: number;
  readonly excluded: number;
  /** Of those that are unsubscribed: a send created them. */
  readonly createdBySend: number;
  /** One that would get it, to render for. */
  readonly recipientId: string | null;
  /** For each variable of the question: recipients without a value, and the ids of a few of them. */
  readonly missing: readonly MissingFigures[];
}

export interface MissingFigures {
  readonly path: string;
  readonly count: number;
  readonly sample: readonly string[];
}

export interface FiguresReader {
  readonly reader: ProjectReader;
  readonly audience: Audience;
  readonly question: AudienceQuestion;
  /** The contacts to look at; all if left out. */
  readonly range?: ContactRange;
  /** Called before each statement: limits its time. */
  beforeStatement(): void;
}

/** The figures of an audience, from two statements over it. */
export async function readFigures(given: FiguresReader): Promise<AudienceFigures> {
  const { reader, audience, question, range, beforeStatement } = given;
  const columns = await stateColumns(reader, question);
  const aggregate = <T>(result: RawBuilder<T>): Promise<T> => {
    beforeStatement();
    return aggregateMembers(reader, audience, question.tree, { columns, result }, range);
  };
  const variables = question.variables.map((variable) => ({
    path: variable.path,
    lack: lacksValue(variable, audience.options.deletedKeys),
  }));
  const { lastEmail, missing, ...counts } = await aggregate(countsOf(variables));
  const counted = variables.map((variable, index) => ({ ...variable, count: missing[index] ?? 0 }));
  const affected = counted.filter(({ count }) => count > 0);
  const samples = affected.length === 0 ? [] : await aggregate(samplesOf(affected));
  const sampleOf = new Map(affected.map(({ path }, index) => [path, samples[index] ?? []]));
  return {
    ...counts,
    recipientId: lastEmail === null ? null : await idOf(reader, lastEmail),
    missing: counted.map(({ path, count }) => ({ path, count, sample: sampleOf.get(path) ?? [] })),
  };
}

/** The sum of the figures of two ranges. */
export const addFigures = (one: AudienceFigures, other: AudienceFigures): AudienceFigures => ({
  audience: one.audience + other.audience,
  willReceive: one.willReceive + other.willReceive,
  unsubscribed: one.unsubscribed + other.unsubscribed,
  suppressed: one.suppressed + other.suppressed,
  excluded: one.excluded + other.excluded,
  createdBySend: one.createdBySend + other.createdBySend,
  recipientId: one.recipientId ?? other.recipientId,
  missing: one.missing.map(({ path, count, sample }, index) => {
    const added = other.missing[index] ?? { count: 0, sample: [] };
    return {
      path,
      count: count + added.count,
      sample: [...sample, ...added.sample].slice(0, limits.preflightSample),
    };
  }),
});

/** What becomes of a contact. Why numbers: they are compared for each contact and variable, and texts take twice as long. */
const states = { willReceive: 0, excluded: 1, unsubscribed: 2, suppressed: 3 } as const;

const state = (name: keyof typeof states): RawBuilder<number> => sql.lit(states[name]);
const isIn = (name: keyof typeof states): RawBuilder<boolean> => sql`state = ${state(name)}`;

/**
 * Contacts with their states, of which the first that applies counts (D-806, D-807, D-828): the rules of `mayLeave`, over sets.
 * Why exists: the planner makes a hash table of short lists and looks up one by one in long ones.
 */
async function stateColumns(reader: ProjectReader, question: AudienceQuestion): Promise<RawBuilder<unknown>> {
  const { projectId } = reader;
  const { isTransactional, excludeCampaignId } = question;
  const reached = excludeCampaignId === null ? null : await reachedBy(reader, excludeCampaignId);
  return sql`c.id, c.email, c.data, c.source, case
    ${reached ? sql`when exists (${reached}) then ${state('excluded')}` : sql``}
    ${isTransactional ? sql`` : sql`when not c.subscribed then ${state('unsubscribed')}`}
    when exists (select from suppressions s
                  where s.project_id = ${projectId} and s.email = c.email ${isTransactional ? sql`and s.blocks = 'ALL'` : sql``})
      or exists (select from instance_suppressions i where i.email = c.email) then ${state('suppressed')}
    else ${state('willReceive')} end as state`;
}

/**
 * The mails of a contact by which a campaign was handed over. Its records are made between two known moments, which the index of `created_at`
 * finds; only for a campaign that is gone all mails are read.
 */
async function reachedBy({ db, projectId }: ProjectReader, campaignId: string): Promise<RawBuilder<unknown>> {
  const excluded = await db
    .selectFrom('campaigns')
    .select(['sentAt', 'expandedAt'])
    .where('projectId', '=', projectId)
    .where('id', '=', campaignId)
    .executeTakeFirst();
  const { sentAt = null, expandedAt = null } = excluded ?? {};
  return sql`select from emails e
    where e.project_id = ${projectId} and e.campaign_id = ${campaignId} and e.sent_at is not null and e.contact_id = c.id
      ${sentAt ? sql`and e.created_at >= ${sentAt}` : sql``} ${expandedAt ? sql`and e.created_at <= ${expandedAt}` : sql``}`;
}

interface Counts extends Omit<AudienceFigures, 'missing' | 'recipientId'> {
  lastEmail: string | null;
  missing: number[];
}

interface CountedVariable {
  readonly lack: RawBuilder<boolean>;
}

const inState = (name: keyof typeof states): RawBuilder<unknown> => sql`count(*) filter (where ${isIn(name)})`;

/** Why an array: a function takes a hundred arguments at most. */
const countsOf = (variables: readonly CountedVariable[]): RawBuilder<Counts> => sql`json_build_object(
  'audience', count(*), 'willReceive', ${inState('willReceive')}, 'unsubscribed', ${inState('unsubscribed')}, 'suppressed', ${inState('suppressed')},
  'excluded', ${inState('excluded')}, 'createdBySend', count(*) filter (where ${isIn('unsubscribed')} and source = 'send'),
  'lastEmail', max(email) filter (where ${isIn('willReceive')}),
  'missing', array[${sql.join(variables.map(({ lack }) => sql`count(*) filter (where ${isIn('willReceive')} and ${lack})`))}]::bigint[])`;

/**
 * A few ids of recipients for each condition. Why by a hash: an aggregate keeps all ids that it is given; of many contacts it gets
 * a part that does not grow with their number.
 */
const samplesOf = (affected: readonly (CountedVariable & { count: number })[]): RawBuilder<(string[] | null)[]> =>
  sql`json_build_array(${sql.join(
    affected.map(
      ({ lack, count }) =>
        sql`(array_agg(id) filter (where ${isIn('willReceive')} and uuid_hash(id) & ${sql.lit(maskFor(count))} = 0 and ${lack}))[1:${sql.lit(limits.preflightSample)}]`,
    ),
  )})`;

/** Leaves about 64 to 128 of a large number: enough to take five from. */
const maskFor = (count: number): number => (count < 128 ? 0 : 2 ** Math.floor(Math.log2(count / 64)) - 1);

async function idOf({ db, projectId }: ProjectReader, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('projectId', '=', projectId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.id ?? null;
}
