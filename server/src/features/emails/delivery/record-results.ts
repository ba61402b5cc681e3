import type { ProjectTx } from '#platform/context';
import { suppressAddresses } from '../suppressions/suppress-addresses.ts';
import { planOutcomes } from '../test-mode/plan-outcomes.ts';
import { closeEmails } from './close-emails.ts';
import { endDeliveries } from './end-deliveries.ts';
import { forgetBodies } from './forget-bodies.ts';
import type { Result } from './result.ts';
import { writeAttempts } from './write-attempts.ts';

/**
 * Everything that follows from these results, in one transaction. Answers, one for each, whether it still counted; of one
 * that came too late only the entry in the log of attempts is kept, as evidence.
 */
export async function recordResults(tx: ProjectTx, results: readonly Result[]): Promise<boolean[]> {
  const counted = await endDeliveries(tx, results);
  const valid = results.filter(({ claim }) => counted.has(claim.id));
  await writeAttempts(
    tx,
    results.filter((result) => result.gatedAs !== null || counted.has(result.claim.id)),
  );
  const forgotten = await closeEmails(tx, valid);
  await suppressAddresses(
    tx,
    valid.flatMap(({ mail, effect }) =>
      effect.kind === 'closed' && effect.suppresses ? [{ ...mail, cause: 'bounce' as const }] : [],
    ),
  );
  await planOutcomes(
    tx,
    valid.filter(({ mail, effect }) => mail.isTest && effect.kind === 'sent').map(({ mail }) => mail),
  );
  // Of a result that came too late nothing was written; a notice may have closed its mail.
  const late = results.filter(({ claim }) => !counted.has(claim.id)).map(({ mail }) => mail.id);
  await forgetBodies(tx, [...forgotten, ...late]);
  return results.map(({ claim }) => counted.has(claim.id));
}
