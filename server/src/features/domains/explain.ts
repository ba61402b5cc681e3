import { askTwo } from './ask-two.ts';
import type { Judgement } from './judge-record.ts';
import { isRight } from './judge-record.ts';
import type { Lookout } from './observe-domain.ts';
import { cachedMessage, doubledMessage, doubledName } from './record-messages.ts';

/** Looks for the reason why a record is not right: entered at the wrong place, or changed so lately that nobody sees it. */
export async function explain(out: Lookout, judgement: Judgement): Promise<Judgement> {
  const { record, found, message } = judgement;
  if (found.length === 0) {
    const isDoubled = await standsAtDoubledName(out, judgement);
    return isDoubled ? { ...judgement, message: doubledMessage(record, out.domain) } : judgement;
  }
  const ttl = await out.dns.resolvers[0]?.ttl(record.name, record.type, out.signal);
  return ttl ? { ...judgement, message: [message, cachedMessage(ttl)].filter(Boolean).join(' ') } : judgement;
}

async function standsAtDoubledName({ dns, domain, signal }: Lookout, { record }: Judgement): Promise<boolean> {
  const name = doubledName(record, domain);
  const [answer] = await askTwo(
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
