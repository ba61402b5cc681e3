import type { Config } from '#platform/config';
import { type InstanceContext, instanceContext } from '#platform/context';
import { keyId } from '#platform/crypto';
import type { RotationCount, SealedValues } from '#platform/feature';
import { features } from './features.ts';
import { isMigrated } from './migrate.ts';
import { buildServices, closeServices } from './services.ts';

export interface RotationReport {
  /** Output for the operator. */
  readonly lines: readonly string[];
  /** Every stored value opens, and is sealed with SECRET_KEY. */
  readonly isComplete: boolean;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** How long a receiving server may try before it returns a mail. */
const bounceDays = 7;

/** `postrider rotate`: seals every stored value with SECRET_KEY, and reports what the old keys are still for. */
export async function rotate(config: Config): Promise<RotationReport> {
  const services = await buildServices(config, false);
  try {
    const ctx = instanceContext(services);
    if (!(await isMigrated(ctx)))
      return { lines: ['The database is not migrated: run `migrate` first.'], isComplete: false };
    const counts: [string, RotationCount][] = [];
    for (const feature of features) {
      for (const values of feature.sealed ?? []) counts.push([values.name, await untilNothingIsLeft(ctx, values)]);
    }
    return reportOf(config, counts, ctx.clock.now());
  } finally {
    await closeServices(services);
  }
}

const maxWalks = 5;

/** A process that still runs with the old key may write rows that the pass has left behind; so it is repeated until none is found. */
async function untilNothingIsLeft(ctx: InstanceContext, values: SealedValues): Promise<RotationCount> {
  let sealedAnew = 0;
  for (let walk = 1; ; walk += 1) {
    const count = await values.rotate(ctx);
    sealedAnew += count.sealedAnew;
    if (count.sealedAnew === 0 || walk === maxWalks) return { ...count, sealedAnew };
  }
}

function reportOf(config: Config, counts: readonly [string, RotationCount][], now: Date): RotationReport {
  const old = config.SECRET_KEYS_OLD.map(keyId);
  const unreadable = counts.flatMap(([, count]) => count.unreadable);
  const lines = [
    `SECRET_KEY is ${keyId(config.SECRET_KEY)}; SECRET_KEYS_OLD: ${old.join(', ') || 'none'}.`,
    ...counts.map(
      ([name, { seen, sealedAnew, unreadable: lost }]) =>
        `${name}: ${seen} looked at, ${sealedAnew} sealed anew, ${lost.length} unreadable.`,
    ),
  ];
  if (unreadable.length > 0) {
    const shown = unreadable.slice(0, 20).join(', ');
    lines.push(
      `No listed key opens: ${shown}${unreadable.length > 20 ? ', …' : ''}. What they sign waits. Add the key to SECRET_KEYS_OLD and run this again.`,
    );
    return { lines, isComplete: false };
  }
  lines.push('Every stored value is sealed with SECRET_KEY, and every domain stays verified without an old key.');
  if (old.length > 0) lines.push(...stillNeeded(now));
  return { lines, isComplete: true };
}

const stillNeeded = (now: Date): string[] => [
  'An old key can be dropped as soon as every process runs with the new one, at this price:',
  '- links in mail sent with it (unsubscribe, manage, view, opens, clicks) end with it. Keep it listed for as long as they are to work; that costs nothing.',
  `- bounces and complaints about that mail are refused. Bounces come within ${bounceDays} days: until ${dateOf(now, bounceDays)} if no process has used it since now.`,
  '- invitations, password resets and address verifications that are open must be sent again.',
  'Drop it at once if it has leaked.',
];

const dateOf = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
