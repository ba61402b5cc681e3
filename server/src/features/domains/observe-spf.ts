import { maxSpfLookUps, spfLookUps, spfRecords } from '#pure/dns-records';
import type { SpfProblem } from './domain.ts';
import type { RecordJudgement } from './judge-record.ts';
import { type LookupOptions, queryResolvers } from './query-resolvers.ts';
import { tooManyLookUps } from './record-messages.ts';

interface SpfObservation {
  /** Undefined: unknown. */
  readonly problem: SpfProblem | null | undefined;
  readonly message: string | null;
}

/** Whether receivers can use the SPF record that was found. */
export async function observeSpf(options: LookupOptions, { verdict, found }: RecordJudgement): Promise<SpfObservation> {
  const records = spfRecords(found);
  const [record] = records;
  if (record === undefined) return { problem: verdict === 'unknown' ? undefined : null, message: null };
  if (records.length > 1) return { problem: 'SEVERAL_SPF_RECORDS', message: null };
  const lookUps = await countLookUps(options, record);
  if (lookUps === null) return { problem: undefined, message: null };
  return lookUps > maxSpfLookUps
    ? { problem: 'TOO_MANY_SPF_LOOKUPS', message: tooManyLookUps }
    : { problem: null, message: null };
}

/** How many look-ups the record costs a receiver, included records too; stops counting past ten. Null: unknown. */
async function countLookUps(options: LookupOptions, record: string): Promise<number | null> {
  let { own: count, targets } = spfLookUps(record);
  while (targets.length > 0 && count <= maxSpfLookUps) {
    const [target = '', ...others] = targets;
    const [answer] = await queryResolvers(
      options.dns,
      (resolver) => resolver.txt(target, options.signal),
      ({ kind }) => kind !== 'unanswered',
    );
    if (!answer || answer.kind === 'unanswered') return null;
    const inner = answer.kind === 'found' ? spfRecords(answer.values).map(spfLookUps) : [];
    count += inner.reduce((sum, { own }) => sum + own, 0);
    targets = [...inner.flatMap((one) => one.targets), ...others];
  }
  return count;
}
