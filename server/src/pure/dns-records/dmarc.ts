import { readTags } from './tag-list.ts';

const policies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof policies)[number];

export interface DmarcRecord {
  readonly policy: DmarcPolicy;
  /** The policy for names below the one that has the record. */
  readonly subdomainPolicy: DmarcPolicy;
  /** `y`: a public suffix. `n`: certainly the organisational domain. `u`: the walk decides. */
  readonly psd: 'y' | 'n' | 'u';
}

/** The record among the texts of one name; null when there is none, more than one, or one that is not valid. */
export function readDmarc(texts: readonly string[]): DmarcRecord | null {
  const own = texts.filter((text) => /^\s*v\s*=\s*DMARC1\s*(;|$)/.test(text));
  const tags = own.length === 1 ? readTags(own[0] ?? '') : null;
  if (!tags) return null;
  // A missing policy counts as `none`; an unreadable one only if the record requests reports.
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
 * The names whose `_dmarc` record is queried, first the domain itself, then up the tree: at most eight
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

/** The policy that receivers apply to mail of the domain, from the records found on the walk; null when there is none. */
export function dmarcPolicy(domain: string, steps: readonly DmarcStep[]): DmarcPolicy | null {
  const own = steps.find(({ name }) => name === domain);
  if (own) return own.record.policy;
  const ofOrganisation = steps.find(({ record }) => record.psd === 'n') ?? shortest(steps);
  return ofOrganisation?.record.subdomainPolicy ?? null;
}

const depth = (name: string): number => name.split('.').length;

/** The highest record that is not of a public suffix; that of the suffix only when it is the only one. */
function shortest(steps: readonly DmarcStep[]): DmarcStep | undefined {
  const ranked = steps.toSorted((left, right) => depth(left.name) - depth(right.name));
  return ranked.find(({ record }) => record.psd !== 'y') ?? ranked[0];
}
