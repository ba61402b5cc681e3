import { sql } from 'kysely';
import { loadContactFacts } from '#features/segments';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { Condition, ContactFacts } from '#pure/conditions';
import { conditionsOf, type EffectResult, evaluateStep, type Moment, type OutsideEffect } from '#pure/workflow-graph';
import type { ShownEffect } from './shown-effect.ts';
import type { SimulationRun } from './simulation-run.ts';

/** A CONDITION step, for the contact as it is in the simulation at that moment. */
export async function simulateCondition(
  ctx: ProjectContext,
  run: SimulationRun,
  { config }: Extract<OutsideEffect, { kind: 'evaluateCondition' }>,
  moment: Moment,
): Promise<EffectResult<ShownEffect>> {
  const trees = conditionsOf(config).map(({ tree }) => tree);
  const facts = await ctx.read((reader) => loadFacts(reader, run, trees, moment));
  return { happening: { kind: 'conditionEvaluated', ...evaluateStep(config, facts) } };
}

/** Events: those of the contact before the simulation, then those of the simulation (D-949). */
async function loadFacts(
  reader: ProjectReader,
  run: SimulationRun,
  trees: readonly Condition[],
  { now, context, past }: Moment,
): Promise<ContactFacts> {
  const { audience, startAt, history } = run.start;
  const stored = (await loadContactFacts(reader, audience, trees, [run.contact])).get(run.contact.id);
  if (!stored) throw new Error('every contact that is asked for has facts');
  const overtaken = watchedNames(run, trees).filter((name) => (stored.lastEventAt(name) ?? 0) >= startAt);
  const before = await loadLastBefore(reader, run, overtaken);
  const namesOf = (name: string): readonly string[] => audience.options.eventNames?.(name) ?? [name];
  return {
    ...stored,
    now,
    context,
    contact: run.contact,
    isDeletedKey: (key) => stored.isDeletedKey(key) && !run.hasWritten(key),
    lastEventAt: (name) => {
      const names = namesOf(name);
      const last = stored.lastEventAt(name);
      const dates = [...history, ...past].filter((event) => names.includes(event.name)).map(({ at }) => at);
      if (last && last < startAt) dates.push(last);
      dates.push(...names.flatMap((each) => before.get(each) ?? []));
      return dates.toSorted((left, right) => right.getTime() - left.getTime())[0];
    },
  };
}

const watchedNames = ({ start: { audience } }: SimulationRun, trees: readonly Condition[]): string[] => [
  ...new Set(trees.flatMap((tree) => audience.watchedEvents(tree))),
];

/** The last event of each name before the simulation began, as far as the log has it: only the last one of all is kept beside it. */
async function loadLastBefore(
  { db, projectId }: ProjectReader,
  { start: { startAt }, contact }: SimulationRun,
  names: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; at: Date }>`
    select w.name, e.created_at as at from unnest(${names}::text[]) w (name) cross join lateral (
      select created_at from events
       where project_id = ${projectId} and contact_id = ${contact.id} and name = w.name and created_at < ${startAt}
       order by created_at desc limit 1) e`.execute(db);
  return new Map(rows.map(({ name, at }) => [name, at]));
}
