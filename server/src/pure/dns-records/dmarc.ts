import { readTags } from './tag-list.ts';

const policies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof policies)[number];

export interface DmarcRecord {
  readonly policy: DmarcPolicy;
  /** What holds for names below the one that carries the record. */
  readonly subdomainPolicy: DmarcPolicy;
  /** `y`: a public suffix. `n`: certainly the organisational domain. `u`: the walk decides. */
  readonly psd: 'y' | 'n' | 'u';
}

/** The record in a set of texts of one name, or null: none, one that is not valid, or more than one. */
export function readDmarc(texts: readonly string[]): DmarcRecord | null {
  const own = texts.filter((text) => /^\s*v\s*=\s*DMARC1\s*(;|$)/.test(text));
  const tags = own.length === 1 ? readTags(own[0] ?? '') : null;
  if (!tags) return null;
  // A missing policy counts as `none`; an unreadable one only where reports are asked for.
  const policy = policyIn(tags.get('p') ?? 'none') ?? (tags.has('rua') ? 'none' : null);
  if (policy === null) return null;
  const psd = tags.get('psd')?.toLowerCase();
  return {
    policy,
    subdomainPolicy: policyIn(tags.get('sp')) ?? policy,
    psd: psd === 'y' || psd === 'n' ? psd : 'u',
  };
}

const policyIn = (text: string | undefined): DmarcPolicy | null =>
  policies.find((policy) => policy === text?.toLowerCase()) ?? null;

/**
 * The names whose `_dmarc` record is asked for, first the domain itself, then up the tree: at most eight
 * (RFC 9989, tree walk). A walk ends early where a record says so: see `endsWalk`.
 */
export function dmarcWalk(domain: string): string[] {
  const labels = domain.split('.');
  const steps = [domain];
  for (let length = Math.min(labels.length - 1, 7); length >= 1; length -= 1) {
    steps.push(labels.slice(-length).join('.'));
  }
  return steps;
}

export interface DmarcStep {
  readonly name: string;
  readonly record: DmarcRecord;
}

/** True when nothing above this step can matter any more. */
export const endsWalk = (domain: string, { name, record }: DmarcStep): boolean => name === domain || record.psd !== 'u';

/** The policy that receivers apply to mail of the domain, from the records met on the walk; null when there is none. */
export function dmarcPolicy(domain: string, met: readonly DmarcStep[]): DmarcPolicy | null {
  const own = met.find(({ name }) => name === domain);
  if (own) return own.record.policy;
  const ofOrganisation = met.find(({ record }) => record.psd === 'n') ?? shortest(met);
  return ofOrganisation?.record.subdomainPolicy ?? null;
}

const depth = (name: string): number => name.split('.').length;

/** The highest record that is not a public suffix's; that of the suffix only when it stands alone. */
function shortest(met: readonly DmarcStep[]): DmarcStep | undefined {
  const ranked = met.toSorted((left, right) => depth(left.name) - depth(right.name));
  return ranked.find(({ record }) => record.psd !== 'y') ?? ranked[0];
}
