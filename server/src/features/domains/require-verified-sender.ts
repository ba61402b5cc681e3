import { CompiledQuery } from 'kysely';
import type { Config } from '#platform/config';
import type { ProjectReader } from '#platform/context';
import { domainOf } from '#pure/addresses';
import type { Domain } from './domain.ts';
import { domainsWithoutDmarc } from './domains-without-dmarc.ts';
import { missingRecords } from './missing-records.ts';
import { findDomainByName } from './queries.ts';
import { DmarcRequired, DomainNotVerified } from './refusals.ts';

/** Refuses an address that this project may not send from now (D-610, D-611). The address is in its stored form. */
export async function requireVerifiedSender(reader: ProjectReader, address: string): Promise<void> {
  const domain = domainOf(address);
  if (await isVerifiedNow(reader, domain)) return;
  throw DomainNotVerified(domain, advice(reader.config, domain, await findDomainByName(reader, domain)));
}

/** True for a domain that this project has verified, and for the sandbox domain. */
export async function isVerifiedNow({ db, projectId, config }: ProjectReader, domain: string): Promise<boolean> {
  if (domain === config.SANDBOX_DOMAIN) return true;
  const { rows } = await db.getExecutor().executeQuery(CompiledQuery.raw(verifiedDomain, [projectId, domain]));
  return rows.length > 0;
}

const verifiedDomain = `select id from domains where project_id = $1 and domain = $2 and status = 'verified'`;

/** Refuses marketing mail from a domain without DMARC, where the operator wants that (D-705). */
export async function requireDmarc(reader: ProjectReader, address: string): Promise<void> {
  const domain = domainOf(address);
  if ((await domainsWithoutDmarc(reader, [domain])).has(domain)) throw DmarcRequired(domain);
}

function advice(config: Config, domain: string, found: Domain | null): string {
  const missing = found ? missingRecords(config, found) : [];
  const tryNow = `To try now, send from hello@${config.SANDBOX_DOMAIN}.`;
  if (!found) return `Add ${domain} as a domain of the project. ${tryNow}`;
  if (found.isClaimed) return `Another project has verified ${domain}. ${tryNow}`;
  return missing.length > 0 ? `Missing: ${missing.join(', ')}. ${tryNow}` : `Have ${domain} checked again. ${tryNow}`;
}
