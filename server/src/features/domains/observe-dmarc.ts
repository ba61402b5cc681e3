import { type DmarcPolicy, type DmarcStep, dmarcPolicy, dmarcWalk, endsWalk, readDmarc } from '#pure/dns-records';
import type { ExpectedRecord } from './domain.ts';
import { type RecordJudgement, type RecordVerdict, shownValues } from './judge-record.ts';
import { type LookupOptions, queryResolvers } from './query-resolvers.ts';

interface DmarcObservation {
  readonly judgement: RecordJudgement;
  /** Undefined: unknown. Null: there is no record. */
  readonly policy: DmarcPolicy | null | undefined;
}

/** Walks up from the domain until a record says which policy holds. Any valid record counts (D-704, M3). */
export async function observeDmarc(options: LookupOptions, record: ExpectedRecord): Promise<DmarcObservation> {
  const steps: DmarcStep[] = [];
  const shown: string[] = [];
  let isCertain = true;
  for (const name of dmarcWalk(options.domain)) {
    const answers = await queryResolvers(
      options.dns,
      (resolver) => resolver.txt(`_dmarc.${name}`, options.signal),
      (answer) => answer.kind === 'found' && readDmarc(answer.values) !== null,
    );
    isCertain &&= answers.every(({ kind }) => kind !== 'unanswered');
    const valid = answers.map((answer) => (answer.kind === 'found' ? readDmarc(answer.values) : null)).find(Boolean);
    if (valid || name === options.domain) shown.push(...shownValues(answers));
    if (!valid) continue;
    steps.push({ name, record: valid });
    if (endsWalk(options.domain, { name, record: valid })) break;
  }
  const policy = dmarcPolicy(options.domain, steps) ?? (isCertain ? null : undefined);
  return { judgement: judge(record, policy, shown), policy };
}

function judge(record: ExpectedRecord, policy: DmarcObservation['policy'], shown: readonly string[]): RecordJudgement {
  const verdict: RecordVerdict = policy === undefined ? 'unknown' : policy === null ? 'wrong' : 'right';
  const own = shown.filter((text) => /v\s*=\s*dmarc1/i.test(text));
  if (verdict === 'right') return { record, verdict, found: own.slice(-1), message: null };
  const message = own.length > 1 ? 'There are several DMARC records, and receivers then use none.' : unreadable;
  return { record, verdict, found: own, message: own.length > 0 ? message : null };
}

const unreadable = 'There is a DMARC record, but receivers cannot read it.';
