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

export interface Domain extends DomainState {
  readonly id: DomainId;
  readonly projectId: ProjectId;
  readonly domain: string;
  readonly key: { readonly selector: string; readonly publicKey: string };
  readonly revision: number;
  readonly lastCheckedAt: Date | null;
  readonly nextCheckAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The first problem that applies (D-701). */
export const problemOf = ({ isClaimed, spfProblem }: DomainState): Problem | null =>
  isClaimed ? 'DOMAIN_CLAIMED' : spfProblem;

/** The records a domain needs, each with what is known of it. */
export const recordsWithFindings = (
  expected: readonly ExpectedRecord[],
  findings: readonly Finding[],
): (ExpectedRecord & Pick<Finding, 'status' | 'found' | 'message'>)[] =>
  expected.map((record) => {
    const { status, found, message } = findingOf(record, findings);
    return { ...record, status, found, message };
  });

/** What is known of a record; nothing yet for one that was never looked for. */
export function findingOf(record: ExpectedRecord, findings: readonly Finding[]): Finding {
  const { purpose, name, value } = record;
  const known = findings.find((one) => one.purpose === purpose && one.name === name && one.value === value);
  return known ?? { purpose, name, value, status: 'pending', found: [], message: null };
}
