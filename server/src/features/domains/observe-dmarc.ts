import type { DmarcPolicy, DmarcStep } from '#pure/dns-records';
import { dmarcPolicy, dmarcWalk, endsWalk, readDmarc } from '#pure/dns-records';
import { askTwo } from './ask-two.ts';
import type { ExpectedRecord } from './domain.ts';
import type { Judgement, Verdict } from './judge-record.ts';
import { shownValues } from './judge-record.ts';
import type { Lookout } from './observe-domain.ts';

interface DmarcSeen {
  readonly judgement: Judgement;
  /** Undefined: nobody knows. Null: there is no record. */
  readonly policy: DmarcPolicy | null | undefined;
}

/** Walks up from the domain until a record says which policy holds. Any valid record counts (D-704, M3). */
export async function observeDmarc(out: Lookout, record: ExpectedRecord): Promise<DmarcSeen> {
  const met: DmarcStep[] = [];
  const shown: string[] = [];
  let isCertain = true;
  for (const name of dmarcWalk(out.domain)) {
    const answers = await askTwo(
      out.dns,
      (resolver) => resolver.txt(`_dmarc.${name}`, out.signal),
      (answer) => answer.kind === 'found' && readDmarc(answer.values) !== null,
    );
    isCertain &&= answers.every(({ kind }) => kind !== 'unanswered');
    const valid = answers.map((answer) => (answer.kind === 'found' ? readDmarc(answer.values) : null)).find(Boolean);
    if (valid || name === out.domain) shown.push(...shownValues(answers));
    if (!valid) continue;
    met.push({ name, record: valid });
    if (endsWalk(out.domain, { name, record: valid })) break;
  }
  const policy = dmarcPolicy(out.domain, met) ?? (isCertain ? null : undefined);
  return { judgement: judge(record, policy, shown), policy };
}

function judge(record: ExpectedRecord, policy: DmarcSeen['policy'], shown: readonly string[]): Judgement {
  const verdict: Verdict = policy === undefined ? 'unknown' : policy === null ? 'wrong' : 'right';
  const own = shown.filter((text) => /v\s*=\s*dmarc1/i.test(text));
  if (verdict === 'right') return { record, verdict, found: own.slice(-1), message: null };
  const message = own.length > 1 ? 'There are several DMARC records, and receivers then use none.' : unreadable;
  return { record, verdict, found: own, message: own.length > 0 ? message : null };
}

const unreadable = 'There is a DMARC record, but receivers cannot read it.';
