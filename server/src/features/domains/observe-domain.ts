import type { Dns, DnsAnswer, DnsResolver } from '#platform/dns';
import { askTwo } from './ask-two.ts';
import type { ExpectedRecord } from './domain.ts';
import { explain } from './explain.ts';
import type { Judgement } from './judge-record.ts';
import { isRight, judgeRecord } from './judge-record.ts';
import { observeDmarc } from './observe-dmarc.ts';
import { observeSpf } from './observe-spf.ts';
import type { Observation } from './step.ts';

export interface Lookout {
  readonly dns: Dns;
  readonly domain: string;
  /** When it fires, whatever is still open counts as unanswered. */
  readonly signal: AbortSignal;
  /** Also look for common mistakes: worth it where a person waits, not for every domain every five minutes. */
  readonly isThorough: boolean;
}

/** Looks up everything that a domain is asked to have, all at once. */
export async function observeDomain(out: Lookout, expected: readonly ExpectedRecord[]): Promise<Observation> {
  let spfProblem: Observation['spfProblem'] = null;
  let dmarcPolicy: Observation['dmarcPolicy'];
  const judgements = await Promise.all(
    expected.map(async (record): Promise<Judgement> => {
      if (record.purpose === 'DMARC') {
        const { judgement, policy } = await observeDmarc(out, record);
        dmarcPolicy = policy;
        return judgement;
      }
      const judgement = await observeRecord(out, record);
      if (record.purpose !== 'SPF') return judgement;
      const { problem, message } = await observeSpf(out, judgement);
      spfProblem = problem;
      return { ...judgement, message: message ?? judgement.message };
    }),
  );
  return { judgements, spfProblem, dmarcPolicy, isThorough: out.isThorough };
}

async function observeRecord(out: Lookout, record: ExpectedRecord): Promise<Judgement> {
  const answers = await askTwo(
    out.dns,
    (resolver) => lookUp(resolver, record, out.signal),
    (answer) => answer.kind === 'found' && isRight(record, answer.values),
  );
  const judgement = judgeRecord(record, answers);
  return out.isThorough && judgement.verdict !== 'right' ? explain(out, judgement) : judgement;
}

function lookUp(
  resolver: DnsResolver,
  { type, name }: ExpectedRecord,
  signal: AbortSignal,
): Promise<DnsAnswer<string>> {
  if (type === 'TXT') return resolver.txt(name, signal);
  return type === 'CNAME' ? resolver.cname(name, signal) : mailHosts(resolver, name, signal);
}

async function mailHosts(resolver: DnsResolver, name: string, signal: AbortSignal): Promise<DnsAnswer<string>> {
  const answer = await resolver.mx(name, signal);
  if (answer.kind !== 'found') return answer;
  return { kind: 'found', values: answer.values.map(({ priority, host }) => `${priority} ${host}`) };
}
