import { type InstanceContext, type ProjectContext, perApp } from '#platform/context';
import { type CheckedFinding, type CheckStatus, type DoctorCheck, runChecks, worstOf } from '#platform/doctor';
import { features } from '../features.ts';
import { clockCheck, databaseCheck, migrationCheck, poolerCheck } from './database-checks.ts';
import { addressCheck, certificateCheck, proxyCheck, reachCheck, versionCheck } from './network-checks.ts';
import { workerCheck } from './queue-checks.ts';

export interface Examination {
  readonly status: CheckStatus;
  readonly checks: readonly CheckedFinding[];
}

const allChecks: readonly DoctorCheck[] = [
  databaseCheck,
  migrationCheck,
  poolerCheck,
  ...features.flatMap(({ doctorChecks = [] }) => doctorChecks),
  workerCheck,
  addressCheck,
  reachCheck,
  certificateCheck,
  proxyCheck,
  clockCheck,
  versionCheck,
];

/** Looks at everything, now. */
export async function examine(ctx: InstanceContext): Promise<Examination> {
  const checks = await runChecks(allChecks, (check) => check.run(ctx), ctx.clock);
  return { status: worstOf(checks), checks };
}

/** What the team of a project may see: rows of the project, read again each time. */
export async function examineProject(ctx: ProjectContext): Promise<Examination> {
  const ofProject = allChecks.filter(({ runInProject }) => runInProject);
  const checks = await runChecks(ofProject, async (check) => (await check.runInProject?.(ctx)) ?? [], ctx.clock);
  return { status: worstOf(checks), checks };
}

const kept = perApp(() => ({ at: Number.NEGATIVE_INFINITY, last: null as Promise<Examination> | null }));

/** The last examination by this process if it is young enough, else a new one: each connects to all relays and logs in there. */
export function examineAtMost(ctx: InstanceContext, everySeconds: number): Promise<Examination> {
  const state = kept(ctx);
  if (!state.last || performance.now() - state.at > everySeconds * 1_000) {
    state.at = performance.now();
    state.last = examine(ctx);
  }
  return state.last;
}
