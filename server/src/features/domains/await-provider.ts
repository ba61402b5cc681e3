import type { DomainIdentity } from './domain.ts';
import type { Observation } from './step.ts';

const message =
  'The record is there; Amazon SES has not confirmed it yet. That takes minutes as a rule, 72 hours at most.';

/** Until the provider takes mail from the domain, a key that we can see is not enough: its mail would be refused. */
export function awaitProvider(seen: Observation, identity: DomainIdentity | null): Observation {
  if (!identity || identity.isConfirmed) return seen;
  const judgements = seen.judgements.map((judgement) => {
    const { record, verdict } = judgement;
    const isProviders = record.purpose === 'DKIM' && record.type === 'CNAME';
    return isProviders && verdict === 'right'
      ? { ...judgement, verdict: 'unknown' as const, isAwaited: true, message }
      : judgement;
  });
  return { ...seen, judgements };
}
