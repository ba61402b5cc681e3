import type { InstanceContext, ProjectContext } from '#platform/context';

/** In the order in which they are shown (D-1044). */
export const doctorGroups = [
  'database',
  'mail-out',
  'mail-feedback',
  'domains',
  'queue',
  'network',
  'storage',
  'clock',
  'version',
] as const;

type DoctorGroup = (typeof doctorGroups)[number];

/** `unknown`: the check could not be made, so nothing is known. */
export type CheckStatus = 'pass' | 'warn' | 'fail' | 'unknown';

/** What a check found about one thing. */
export interface CheckFinding {
  /** Stable, for example `database.durability` or `mail-out.relay:relay.example:587`. */
  readonly id: string;
  readonly status: CheckStatus;
  /** What was seen. */
  readonly seen: string;
  readonly why: string;
  /** What to do about it; null when there is nothing to do. */
  readonly action: string | null;
}

/** A look at one part of the installation. It changes nothing. */
export interface DoctorCheck {
  readonly id: string;
  readonly group: DoctorGroup;
  /** Why it matters, should the check itself fail. */
  readonly why: string;
  /** A finding for each thing; none where there is nothing to look at. */
  run(ctx: InstanceContext): Promise<readonly CheckFinding[]>;
  /** The part that the team of a project may see. */
  runInProject?(ctx: ProjectContext): Promise<readonly CheckFinding[]>;
}

/** `finding('database.version', 'why').warn('seen', 'action')` */
export const finding = (id: string, why: string) => ({
  pass: (seen: string): CheckFinding => ({ id, why, status: 'pass', seen, action: null }),
  warn: (seen: string, action: string): CheckFinding => ({ id, why, status: 'warn', seen, action }),
  fail: (seen: string, action: string): CheckFinding => ({ id, why, status: 'fail', seen, action }),
  unknown: (seen: string, action: string): CheckFinding => ({ id, why, status: 'unknown', seen, action }),
});
