import type { Domain, DomainRecord } from '../../api/domains.ts';
import { recordState } from '../../widgets/state-chip/other-states.ts';
import type { ShownState } from '../../widgets/state-chip/shown-state.ts';

export const purposes: Readonly<Record<DomainRecord['purpose'], string>> = {
  OWNERSHIP: 'Ownership',
  DKIM: 'DKIM',
  RETURN_PATH: 'Return path',
  SPF: 'SPF',
  DMARC: 'DMARC',
  TRACKING: 'Tracking',
  INBOUND: 'Incoming mail',
};

/** Several records may have one purpose; the name tells them apart. */
export const keyOfRecord = ({ purpose, type, name }: DomainRecord): string => `${purpose} ${type} ${name}`;

/** What is typed into the field "Host": most DNS panels add the domain behind it. */
export function hostOf({ name }: DomainRecord, domain: string, isShort: boolean): string {
  if (!isShort) return name;
  if (name === domain) return '@';
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : name;
}

export const shownValue = ({ value, priority }: DomainRecord): string =>
  priority === null ? value : `${priority} ${value}`;

export function stateOfRecord(record: DomainRecord, dmarc: Domain['dmarc']): ShownState {
  const state = recordState(record.status, record.required);
  if (record.purpose === 'DMARC' && record.status === 'verified' && dmarc.policy !== null) {
    return { ...state, word: `Found, p=${dmarc.policy}` };
  }
  if (record.status !== 'pending' || record.message === null) return state;
  // Why "mismatch": the server says in words what is wrong, although nothing stands where the record belongs.
  return { ...recordState('mismatch', record.required), word: 'Not right yet', sentence: record.message };
}

/** One sentence on how far it is. */
export function progressOf({ domain, records, status, atRiskSince }: Domain): string {
  const missing = records.filter((record) => record.required && record.status !== 'verified');
  const names = [...new Set(missing.map(({ purpose }) => purposes[purpose]))];
  if (status === 'verified' && atRiskSince === null) return `Mail from addresses at ${domain} may leave.`;
  if (names.length === 0) return 'Every required record was found.';
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  if (atRiskSince !== null) return `${list} disappeared. Mail still leaves; put it back.`;
  return names.length === 1 ? `${list} is missing.` : `${list} are missing.`;
}

export const problems: Readonly<Record<NonNullable<Domain['problem']>, string>> = {
  DOMAIN_CLAIMED:
    'Another project of this instance has this domain verified. It stays pending here until that project removes it.',
  TOO_MANY_SPF_LOOKUPS: 'Receivers must look up more than 10 names for the SPF record, and give up.',
  SEVERAL_SPF_RECORDS: 'There are several SPF records, and receivers then use none. Merge them into one.',
  PROVIDER_ERROR: 'The mail provider refused the domain or did not answer. We ask again.',
};
