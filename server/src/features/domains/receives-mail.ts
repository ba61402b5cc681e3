import type { ProjectReader } from '#platform/context';
import { recordsWithFindings } from './domain.ts';
import { expectedRecords } from './expected-records.ts';
import { findDomainByName } from './queries.ts';

/** Whether mail to a domain of this project comes to us: it is verified, and its INBOUND record was found. */
export async function receivesMail(reader: ProjectReader, name: string): Promise<boolean> {
  const domain = await findDomainByName(reader, name);
  if (domain?.status !== 'verified') return false;
  const records = recordsWithFindings(expectedRecords(reader.config, domain), domain.findings);
  return records.some(({ purpose, status }) => purpose === 'INBOUND' && status === 'verified');
}
