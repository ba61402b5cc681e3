import { DmarcRequired, DomainNotVerified, requireDmarc, requireVerifiedSender } from '#features/domains';
import type { ProjectReader } from '#platform/context';
import { Refusal } from '#platform/refusals';
import { domainOf } from '#pure/addresses';
import type { CampaignFields } from '../campaign.ts';
import { type Finding, type Fix, finding } from './finding.ts';

/** What keeps the sender's domain from sending this campaign, or will soon (D-705, D-816). */
export async function checkSender(
  reader: ProjectReader,
  { fromEmail, type }: Pick<CampaignFields, 'fromEmail' | 'type'>,
): Promise<Finding[]> {
  const name = domainOf(fromEmail);
  const domain = await findDomain(reader, name);
  const fix: Fix = domain ? { action: 'open_domain', domainId: domain.id } : { action: 'add_domain', domain: name };
  const notVerified = await refusalOf(requireVerifiedSender(reader, fromEmail), DomainNotVerified.code);
  if (notVerified) return [finding('DOMAIN_NOT_VERIFIED', sentences(notVerified), { field: 'from', fix })];
  if (!domain) return []; // the sandbox domain needs nothing
  const dmarc = type === 'TRANSACTIONAL' ? null : await refusalOf(requireDmarc(reader, fromEmail), DmarcRequired.code);
  const found: Finding[] = [];
  if (dmarc) found.push(finding('DMARC_REQUIRED', sentences(dmarc), { field: 'from', fix }));
  else if (domain.dmarcPolicy === null)
    found.push(finding('DMARC_MISSING', `${name} has no DMARC record.`, { field: 'from', fix }));
  if (domain.atRiskSince !== null) {
    const message = `A required record of ${name} is wrong; if it stays so, the domain is no longer verified and mail from it waits.`;
    found.push(finding('DOMAIN_AT_RISK', message, { field: 'from', fix }));
  }
  return found;
}

const findDomain = ({ db, projectId }: ProjectReader, domain: string) =>
  db
    .selectFrom('domains')
    .select(['id', 'dmarcPolicy', 'atRiskSince'])
    .where('projectId', '=', projectId)
    .where('domain', '=', domain)
    .executeTakeFirst();

/** The rule of the domains feature, as a value. */
const refusalOf = (check: Promise<void>, code: string): Promise<Refusal | null> =>
  check.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === code) return error;
      throw error;
    },
  );

const sentences = ({ text: { message, suggestion } }: Refusal): string =>
  suggestion === undefined ? message : `${message} ${suggestion}`;
