import { countUnits, giveBackUsage } from '#features/billing';
import type { ProjectTx } from '#platform/context';
import { billedAs } from '../billed-as.ts';
import { planOutcomes } from '../sandbox/plan-outcomes.ts';
import { suppressAddresses } from '../suppressions/suppress-addresses.ts';
import { closeEmails } from './close-emails.ts';
import { endDeliveries } from './end-deliveries.ts';
import { forgetBodies } from './forget-bodies.ts';
import type { DeliveryResult } from './result.ts';
import { writeAttempts } from './write-attempts.ts';

/**
 * Writes everything that follows from these results, in one transaction. Returns for each whether it still counted; of a
 * result that came too late only the entry in the log of attempts is kept, as evidence.
 */
export async function recordResults(tx: ProjectTx, results: readonly DeliveryResult[]): Promise<boolean[]> {
  const { counted, unused } = await endDeliveries(tx, results);
  const valid = results.filter(({ claim }) => counted.has(claim.id));
  writeAttempts(
    tx,
    results.filter((result) => result.gatedAs !== null || counted.has(result.claim.id)),
  );
  const { forgotten, firstSent } = await closeEmails(tx, valid);
  await suppressAddresses(
    tx,
    valid.flatMap(({ mail, effect }) =>
      effect.kind === 'closed' && effect.isDeadAddress ? [{ ...mail, cause: 'bounce' as const }] : [],
    ),
  );
  await planOutcomes(
    tx,
    valid.filter(({ mail, effect }) => mail.isTest && effect.kind === 'sent').map(({ mail }) => mail),
  );
  // A result that came too late closed nothing here; a notice may have closed its mail.
  const late = results.filter(({ claim }) => !counted.has(claim.id)).map(({ mail }) => mail.id);
  await forgetBodies(tx, [...forgotten, ...late]);
  giveBackUsage(tx, unused);
  countUnits(tx, billedAs(valid.map(({ mail }) => mail).filter(({ id }) => firstSent.has(id))));
  return results.map(({ claim }) => counted.has(claim.id));
}
