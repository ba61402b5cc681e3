import type { Config } from '#platform/config';
import { type Domain, type RecordPurpose, recordsWithFindings } from './domain.ts';
import { expectedRecords } from './expected-records.ts';

const labels: Record<RecordPurpose, string> = {
  OWNERSHIP: 'ownership',
  DKIM: 'DKIM',
  RETURN_PATH: 'return path',
  SPF: 'SPF',
  DMARC: 'DMARC',
  TRACKING: 'tracking',
  INBOUND: 'inbound',
};

/** The required records that are not in order, as text. */
export function missingRecords(config: Config, domain: Domain): string[] {
  const records = recordsWithFindings(expectedRecords(config, domain), domain.findings);
  const missing = records.filter(({ required, status }) => required && status !== 'verified');
  return [...new Set(missing.map(({ purpose }) => labels[purpose]))];
}
