import type { FaultSetup } from '../delivery/setup.ts';
import type { Check } from '../fault-run.ts';
import type { SubmittedMail } from './programs.ts';

/** Compares the replies that programs got with what is stored. Accepted mail is noted for the judge of deliveries. */
export async function judgeSubmissions(
  { client, log }: FaultSetup,
  mails: readonly SubmittedMail[],
  check: Check,
): Promise<void> {
  const { rows } = await client.query<{ subject: string; ids: string[] }>(
    'select subject, array_agg(id::text) as ids from emails group by subject',
  );
  const stored = new Map(rows.map(({ subject, ids }) => [subject, ids]));
  const accepted = mails.filter(({ isAccepted }) => isAccepted);
  const lost = accepted.filter(({ subject }) => !stored.has(subject));
  const doubled = mails.filter(({ subject }) => (stored.get(subject)?.length ?? 0) > 1);
  const unended = mails.filter(({ hasKey, isAccepted }) => hasKey && !isAccepted);
  const wrong = mails.flatMap((mail) => mail.wrong ?? []);
  log.accepted.push(...accepted.flatMap(({ subject }) => stored.get(subject) ?? []));

  check('no mail was refused for good (D-688)', wrong.length === 0, wrong.slice(0, 3));
  check('each mail with a key was accepted in the end (D-691)', unended.length === 0, {
    mails: mails.length,
    repeated: mails.filter(({ tries }) => tries > 1).length,
  });
  check('what got a 250 is stored (D-689)', lost.length === 0, { accepted: accepted.length });
  check('no mail is there twice, however often it was handed in (D-691)', doubled.length === 0);
}
