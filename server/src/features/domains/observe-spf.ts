import { mostSpfLookUps, spfLookUps, spfRecords } from '#pure/dns-records';
import { askTwo } from './ask-two.ts';
import type { SpfProblem } from './domain.ts';
import type { Judgement } from './judge-record.ts';
import type { Lookout } from './observe-domain.ts';
import { tooManyLookUps } from './record-messages.ts';

interface SpfSeen {
  /** Undefined: nobody knows. */
  readonly problem: SpfProblem | null | undefined;
  readonly message: string | null;
}

/** Whether receivers can use the SPF record that was found. */
export async function observeSpf(out: Lookout, { verdict, found }: Judgement): Promise<SpfSeen> {
  const records = spfRecords(found);
  const [record] = records;
  if (record === undefined) return { problem: verdict === 'unknown' ? undefined : null, message: null };
  if (records.length > 1) return { problem: 'SEVERAL_SPF_RECORDS', message: null };
  const lookUps = await countLookUps(out, record);
  if (lookUps === null) return { problem: undefined, message: null };
  return lookUps > mostSpfLookUps
    ? { problem: 'TOO_MANY_SPF_LOOKUPS', message: tooManyLookUps }
    : { problem: null, message: null };
}

/** How many look-ups the record costs a receiver, included records too; stops counting past ten. Null: nobody knows. */
async function countLookUps(out: Lookout, record: string): Promise<number | null> {
  let { own: count, targets } = spfLookUps(record);
  while (targets.length > 0 && count <= mostSpfLookUps) {
    const [target = '', ...others] = targets;
    const [answer] = await askTwo(
      out.dns,
      (resolver) => resolver.txt(target, out.signal),
      ({ kind }) => kind !== 'unanswered',
    );
    if (!answer || answer.kind === 'unanswered') return null;
    const inner = answer.kind === 'found' ? spfRecords(answer.values).map(spfLookUps) : [];
    count += inner.reduce((sum, { own }) => sum + own, 0);
    targets = [...inner.flatMap((one) => one.targets), ...others];
  }
  return count;
}
