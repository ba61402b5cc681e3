import type { ProjectId } from '#platform/context';
import type { Id } from '#platform/ids';
import type { DmarcPolicy } from '#pure/dns-records';

export type DomainId = Id<'domain'>;
export type DomainStatus = 'pending' | 'verified';
export type Purpose = 'OWNERSHIP' | 'DKIM' | 'RETURN_PATH' | 'SPF' | 'DMARC' | 'TRACKING' | 'INBOUND';
export type SpfProblem = 'TOO_MANY_SPF_LOOKUPS' | 'SEVERAL_SPF_RECORDS';
export type Problem = 'DOMAIN_CLAIMED' | SpfProblem | 'PROVIDER_ERROR';

/** A DNS record that a domain is asked to have. */
export interface ExpectedRecord {
  readonly purpose: Purpose;
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly name: string;
  readonly value: string;
  /** Other values that serve as well; `value` alone is shown. */
  readonly alsoRight?: readonly string[];
  readonly priority: number | null;
  /** The others are advice and never hold up verification (D-705). */
  readonly required: boolean;
}

/** What was found for an expected record when there was a definite answer last. */
export interface Finding {
  readonly purpose: Purpose;
  readonly name: string;
  /** The value that was looked for: another setting today makes the finding void. */
  readonly value: string;
  readonly status: 'pending' | 'verified' | 'mismatch';
  readonly found: readonly string[];
  readonly message: string | null;
}

/** What a check decides about. */
export interface DomainState {
  readonly status: DomainStatus;
  /** Start of the current verified period. */
  readonly verifiedAt: Date | null;
  /** Verified, but a required record has been wrong since then. */
  readonly atRiskSince: Date | null;
  readonly atRiskMailedAt: Date | null;
  readonly isClaimed: boolean;
  readonly spfProblem: SpfProblem | null;
  /** Null: no DMARC record. */
  readonly dmarcPolicy: DmarcPolicy | null;
  readonly findings: readonly Finding[];
}

/** A domain as the mail provider knows it. */
export interface DomainIdentity {
  readonly region: string;
  /** Where its keys are looked for; none while the provider has never answered. */
  readonly tokens: readonly string[];
  readonly zone: string;
  /** The provider has seen the records and takes mail from the domain. */
  readonly isConfirmed: boolean;
  /** It refused or did not answer when it was asked last. */
  readonly hasFailed: boolean;
  /** Its records are required. False for a domain that was verified before the provider became the first relay. */
  readonly isLeading: boolean;
  readonly askedAt: Date;
}

export interface Domain extends DomainState {
  readonly id: DomainId;
  readonly projectId: ProjectId;
  readonly domain: string;
  readonly key: { readonly selector: string; readonly publicKey: string };
  /** What the mail provider knows of it; null when none was asked. */
  readonly identity: DomainIdentity | null;
  /** What the domain was asked to publish; null for one whose first check is still to come. */
  readonly ownershipToken: string | null;
  readonly revision: number;
  readonly lastCheckedAt: Date | null;
  readonly nextCheckAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The first problem that applies (D-701). */
export function problemOf({ isClaimed, spfProblem, identity }: Domain): Problem | null {
  if (isClaimed) return 'DOMAIN_CLAIMED';
  return spfProblem ?? (identity?.hasFailed && identity.isLeading ? 'PROVIDER_ERROR' : null);
}

/** The records a domain needs, each with what is known of it. */
export const recordsWithFindings = (
  expected: readonly ExpectedRecord[],
  findings: readonly Finding[],
): (Omit<ExpectedRecord, 'alsoRight'> & Pick<Finding, 'status' | 'found' | 'message'>)[] =>
  expected.map((record) => {
    const { purpose, type, name, value, priority, required } = record;
    const { status, found, message } = findingOf(record, findings);
    return { purpose, type, name, value, priority, required, status, found, message };
  });

/** What is known of a record; nothing yet for one that was never looked for. */
export function findingOf(record: ExpectedRecord, findings: readonly Finding[]): Finding {
  const { purpose, name, value } = record;
  const known = findings.find((one) => one.purpose === purpose && one.name === name && one.value === value);
  return known ?? { purpose, name, value, status: 'pending', found: [], message: null };
}
