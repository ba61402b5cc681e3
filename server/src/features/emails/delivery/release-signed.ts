import { sql } from 'kysely';
import { findDkimKey, listDomainNames, SigningKeyUnreadable } from '#features/domains';
import type { ProjectReader, ProjectTx } from '#platform/context';

const page = 1_000;

/** The domains of a project whose keys this process can read. */
export async function readableDomains(reader: ProjectReader): Promise<string[]> {
  const readable: string[] = [];
  for (const domain of await listDomainNames(reader)) {
    if (await isReadable(reader, domain)) readable.push(domain);
  }
  return readable;
}

async function isReadable(reader: ProjectReader, domain: string): Promise<boolean> {
  try {
    return (await findDkimKey(reader, domain)) !== null;
  } catch (error) {
    if (!(error instanceof SigningKeyUnreadable)) throw error;
    return false;
  }
}

/** Makes a page of mail due that was held for the keys of these domains; true while there may be more. */
export async function releaseSigned(tx: ProjectTx, domains: readonly string[]): Promise<boolean> {
  if (domains.length === 0) return false;
  const { numAffectedRows = 0n } = await sql`
    with held as (
      select d.id from deliveries d
       where d.project_id = ${tx.projectId} and d.hold_reason = 'SIGNING_KEY_UNREADABLE'
         and d.sender_domain = any(${domains}::text[]) and d.lease_until is null
       order by d.id limit ${page} for update of d skip locked)
    update deliveries d set due_at = now(), hold_reason = null
      from held where d.project_id = ${tx.projectId} and d.id = held.id`.execute(tx.db);
  return numAffectedRows === BigInt(page);
}
