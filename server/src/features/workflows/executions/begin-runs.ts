import { loadAudience, loadContactFacts } from '#features/segments';
import type { ProjectContext } from '#platform/context';
import { conditionsOf, type Effect, evaluateStep } from '#pure/workflow-graph';
import type { ExecutionRun } from './execution-run.ts';

/** Feeds each execution what brought it here, and leads it through conditions to the first effect of another kind. */
export async function beginRuns(ctx: ProjectContext, runs: readonly ExecutionRun[], now: Date): Promise<void> {
  for (const run of runs) feedCause(run, now);
  let waiting = runs.filter(isAtCondition);
  if (waiting.length > 0) {
    await ctx.read(async (reader) => {
      const audience = await loadAudience(reader);
      while (waiting.length > 0) {
        const facts = await loadContactFacts(reader, audience, treesOf(waiting), contactsOf(waiting));
        for (const run of waiting) evaluate(run, facts, now);
        waiting = waiting.filter(isAtCondition);
      }
    });
  }
}

/** An event that woke it, a time that is reached, or the beginning. */
function feedCause(run: ExecutionRun, now: Date): void {
  const { wokenBy } = run.stored;
  const { kind } = run.effect;
  if (wokenBy) run.wake(wokenBy, now);
  else if (kind === 'wait' || kind === 'waitForEvent') run.feed({ kind: 'due' }, now);
  else if (kind === 'run') run.feed({ kind: 'run' }, now);
}

type ConditionEffect = Extract<Effect, { kind: 'evaluateCondition' }>;

const isAtCondition = ({ effect }: ExecutionRun): boolean => effect.kind === 'evaluateCondition';

const conditionOf = ({ effect }: ExecutionRun): ConditionEffect['config'] | null =>
  effect.kind === 'evaluateCondition' ? effect.config : null;

const treesOf = (runs: readonly ExecutionRun[]) =>
  [...new Set(runs.flatMap((run) => conditionOf(run) ?? []))].flatMap((config) =>
    conditionsOf(config).map(({ tree }) => tree),
  );

const contactsOf = (runs: readonly ExecutionRun[]) => [
  ...new Map(runs.map(({ contact }) => [contact.id, contact])).values(),
];

function evaluate(run: ExecutionRun, facts: Awaited<ReturnType<typeof loadContactFacts>>, now: Date): void {
  const config = conditionOf(run);
  const own = facts.get(run.contact.id);
  if (!config || !own) throw new Error('an execution at a condition has facts');
  const result = evaluateStep(config, { ...own, context: run.state.context });
  run.feed({ kind: 'conditionEvaluated', ...result }, now);
}
