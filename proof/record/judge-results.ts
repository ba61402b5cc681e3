import { type ComparedState, hasFailed, type KeptResult } from './kept-results.ts';
import type { ProofRun } from './proof-runs.ts';
import type { Rule } from './rules.ts';

export interface JudgedRun {
  readonly run: Pick<ProofRun, 'id' | 'command'>;
  readonly result: KeptResult | undefined;
  /** `held`: with older code of the product or of the runs. */
  readonly verdict: 'fails' | 'not shown' | 'held' | 'holds';
  /** Why it does not show what holds today; empty otherwise. */
  readonly reason: string;
}

export interface JudgedRule {
  readonly rule: Rule;
  readonly runs: readonly JudgedRun[];
  /** `tests`: no run shows it, tests of every change do. */
  readonly verdict: JudgedRun['verdict'] | 'tests';
}

export function judgeRun(run: JudgedRun['run'], result: KeptResult | undefined, state: ComparedState): JudgedRun {
  if (!result) return { run, result, verdict: 'not shown', reason: 'no result is kept' };
  const [isShort, isOlder] = [result.form === 'short', state.older.includes(result.run)];
  const hasJudged = result.passed + result.failed > 0; // some benches only show figures
  const reason = [
    ...(hasJudged ? [] : ['it judges nothing']),
    ...(isShort ? ['only the short form was run'] : []),
    ...(isOlder ? ['the code has changed since'] : []),
  ].join('; ');
  if (hasFailed(result)) return { run, result, verdict: 'fails', reason };
  return { run, result, verdict: isShort || !hasJudged ? 'not shown' : isOlder ? 'held' : 'holds', reason };
}

/** A rule is as good as the worst of the runs that show it, and not shown where its own page says so. */
export function judgeRule(rule: Rule, runs: readonly JudgedRun[]): JudgedRule {
  const own = runs.filter(({ run }) => rule.commands.some((command) => isNamedBy(command, run, runs)));
  const verdicts = own.map(({ verdict }) => verdict);
  if (verdicts.includes('fails')) return { rule, runs: own, verdict: 'fails' };
  if (rule.hasGap || verdicts.includes('not shown')) return { rule, runs: own, verdict: 'not shown' };
  if (verdicts.includes('held')) return { rule, runs: own, verdict: 'held' };
  return { rule, runs: own, verdict: own.length > 0 ? 'holds' : 'tests' };
}

/** A command without a name means every run of its kind, unless one is started that way. */
const isNamedBy = (command: string, run: JudgedRun['run'], runs: readonly JudgedRun[]): boolean =>
  runs.some((one) => one.run.command === command) ? run.command === command : run.command.startsWith(`${command} -- `);
