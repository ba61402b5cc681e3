import type { Clock } from '#platform/clock';
import { cut } from '#pure/text';
import { type CheckFinding, type CheckStatus, type DoctorCheck, doctorGroups, finding } from './check.ts';

export interface CheckedFinding extends CheckFinding {
  readonly group: DoctorCheck['group'];
  readonly checkedAt: Date;
}

const withinMs = 10_000;

/** Makes all checks beside each other. One that fails or takes too long is reported as `unknown` and holds up no other. */
export async function runChecks(
  checks: readonly DoctorCheck[],
  run: (check: DoctorCheck) => Promise<readonly CheckFinding[]>,
  clock: Clock,
  maxMs: number = withinMs,
): Promise<CheckedFinding[]> {
  const found = await Promise.all(
    checks.map(async (check) => {
      const findings = await inTime(check, run(check), maxMs);
      const checkedAt = clock.now();
      return findings.map((one): CheckedFinding => ({ ...one, group: check.group, checkedAt }));
    }),
  );
  const place = ({ group }: CheckedFinding): number => doctorGroups.indexOf(group);
  return found.flat().toSorted((a, b) => place(a) - place(b));
}

async function inTime(
  { id, why }: DoctorCheck,
  work: Promise<readonly CheckFinding[]>,
  maxMs: number,
): Promise<readonly CheckFinding[]> {
  const none = finding(id, why);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckFinding[]>((resolve) => {
    const seen = `The check did not end within ${maxMs / 1_000} s.`;
    timer = setTimeout(
      () => resolve([none.unknown(seen, 'Run it again; if it stays so, look at what it waits for.')]),
      maxMs,
    );
  });
  const failed = (error: unknown): CheckFinding[] => {
    const reason = error instanceof Error ? error.message : String(error);
    return [none.unknown(`The check could not be made: ${cut(reason, 300)}`, 'Mend that, then run it again.')];
  };
  const findings = await Promise.race([work.catch(failed), late]);
  clearTimeout(timer);
  return findings;
}

const worstFirst: readonly CheckStatus[] = ['fail', 'unknown', 'warn', 'pass'];

/** What all findings amount to. A check that could not be made is never a pass. */
export const worstOf = (findings: readonly CheckFinding[]): CheckStatus =>
  worstFirst.find((status) => findings.some((one) => one.status === status)) ?? 'pass';
