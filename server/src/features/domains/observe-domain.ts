import type { DnsAnswer, DnsResolver } from '#platform/dns';
import type { ExpectedRecord } from './domain.ts';
import { isRight, judgeRecord, type RecordJudgement } from './judge-record.ts';
import { observeDmarc } from './observe-dmarc.ts';
import { observeSpf } from './observe-spf.ts';
import { type LookupOptions, queryResolvers } from './query-resolvers.ts';
import { cachedMessage, doubledMessage, doubledName } from './record-messages.ts';
import type { Observation } from './step.ts';

/** Looks up all records that a domain should have, concurrently. */
export async function observeDomain(options: LookupOptions, expected: readonly ExpectedRecord[]): Promise<Observation> {
  let spfProblem: Observation['spfProblem'] = null;
  let dmarcPolicy: Observation['dmarcPolicy'];
  const judgements = await Promise.all(
    expected.map(async (record): Promise<RecordJudgement> => {
      if (record.purpose === 'DMARC') {
        const { judgement, policy } = await observeDmarc(options, record);
        dmarcPolicy = policy;
        return judgement;
      }
      const judgement = await observeRecord(options, record);
      if (record.purpose !== 'SPF') return judgement;
      const { problem, message } = await observeSpf(options, judgement);
      spfProblem = problem;
      return { ...judgement, message: message ?? judgement.message };
    }),
  );
  return { judgements, spfProblem, dmarcPolicy, isThorough: options.isThorough };
}

async function observeRecord(options: LookupOptions, record: ExpectedRecord): Promise<RecordJudgement> {
  const answers = await queryResolvers(
    options.dns,
    (resolver) => lookUp(resolver, record, options.signal),
    (answer) => answer.kind === 'found' && isRight(record, answer.values),
  );
  const judgement = judgeRecord(record, answers);
  return options.isThorough && judgement.verdict !== 'right' ? explain(options, judgement) : judgement;
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

/** Looks for the reason why a record is not right: entered at the wrong name, or changed so recently that it is not visible yet. */
async function explain(options: LookupOptions, judgement: RecordJudgement): Promise<RecordJudgement> {
  const { record, found, message } = judgement;
  if (found.length === 0) {
    const isDoubled = await isAtDoubledName(options, judgement);
    return isDoubled ? { ...judgement, message: doubledMessage(record, options.domain) } : judgement;
  }
  const ttl = await options.dns.resolvers[0]?.ttl(record.name, record.type, options.signal);
  return ttl ? { ...judgement, message: [message, cachedMessage(ttl)].filter(Boolean).join(' ') } : judgement;
}

async function isAtDoubledName({ dns, domain, signal }: LookupOptions, { record }: RecordJudgement): Promise<boolean> {
  const name = doubledName(record, domain);
  const [answer] = await queryResolvers(
    dns,
    async (resolver) => {
      if (record.type === 'TXT') return resolver.txt(name, signal);
      if (record.type === 'CNAME') return resolver.cname(name, signal);
      const hosts = await resolver.mx(name, signal);
      return hosts.kind === 'found' ? { ...hosts, values: hosts.values.map(({ host }) => host) } : hosts;
    },
    ({ kind }) => kind !== 'unanswered',
  );
  return answer?.kind === 'found' && isRight(record, answer.values);
}
