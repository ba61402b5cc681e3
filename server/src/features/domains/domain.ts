import type { ProjectId } from '#platform/context';
import type { Id } from '#platform/ids';
import type { DmarcPolicy } from '#pure/dns-records';

export type DomainId = Id<'domain'>;
export type DomainStatus = 'pending' | 'verified';
export type RecordPurpose = 'OWNERSHIP' | 'DKIM' | 'RETURN_PATH' | 'SPF' | 'DMARC' | 'TRACKING' | 'INBOUND';
export type SpfProblem = 'TOO_MANY_SPF_LOOKUPS' | 'SEVERAL_SPF_RECORDS';
export type DomainProblem = 'DOMAIN_CLAIMED' | SpfProblem | 'PROVIDER_ERROR';

/** A DNS record that a domain should have. */
export interface ExpectedRecord {
  readonly purpose: RecordPurpose;
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly name: string;
  readonly value: string;
  /** Other accepted values; only `value` is shown. */
  readonly alsoRight?: readonly string[];
  readonly priority: number | null;
  /** The others are advice and never hold up verification (D-705). */
  readonly required: boolean;
}

/** What was found for an expected record at the last definite answer. */
export interface RecordFinding {
  readonly purpose: RecordPurpose;
  readonly name: string;
  /** The value that was expected: the finding is void once another value is expected. */
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
  readonly findings: readonly RecordFinding[];
}

/** The domain's identity at the mail provider. */
export interface DomainIdentity {
  readonly region: string;
  /** Names of its DKIM keys; empty while the provider has never answered. */
  readonly tokens: readonly string[];
  readonly zone: string;
  /** The provider has seen the records and accepts mail from the domain. */
  readonly isConfirmed: boolean;
  /** The last request to the provider was refused or not answered. */
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
  /** Its identity at the mail provider; null when none was asked. */
  readonly identity: DomainIdentity | null;
  /** The token that the domain should publish; null before its first check. */
  readonly ownershipToken: string | null;
  readonly revision: number;
  readonly lastCheckedAt: Date | null;
  readonly nextCheckAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The first problem that applies (D-701). */
export function problemOf({ isClaimed, spfProblem, identity }: Domain): DomainProblem | null {
  if (isClaimed) return 'DOMAIN_CLAIMED';
  return spfProblem ?? (identity?.hasFailed && identity.isLeading ? 'PROVIDER_ERROR' : null);
}

/** The records a domain needs, each with what is known of it. */
export const recordsWithFindings = (
  expected: readonly ExpectedRecord[],
  findings: readonly RecordFinding[],
): (Omit<ExpectedRecord, 'alsoRight'> & Pick<RecordFinding, 'status' | 'found' | 'message'>)[] =>
  expected.map((record) => {
    const { purpose, type, name, value, priority, required } = record;
    const { status, found, message } = findingOf(record, findings);
    return { purpose, type, name, value, priority, required, status, found, message };
  });

/** The finding of a record; an empty one when it was never looked up. */
export function findingOf(record: ExpectedRecord, findings: readonly RecordFinding[]): RecordFinding {
  const { purpose, name, value } = record;
  const known = findings.find((one) => one.purpose === purpose && one.name === name && one.value === value);
  return known ?? { purpose, name, value, status: 'pending', found: [], message: null };
}
