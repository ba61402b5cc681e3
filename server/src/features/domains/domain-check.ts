import type { Config } from '#platform/config';
import type { InstanceContext, ProjectContext, ProjectId } from '#platform/context';
import { type CheckFinding, type DoctorCheck, finding } from '#platform/doctor';
import type { Domain } from './domain.ts';
import { missingRecords } from './missing-records.ts';
import { listDomains } from './queries.ts';

const maxProjects = 20;
const maxShown = 50;
const why = 'Mailbox providers refuse mail that its domain does not vouch for.';

/** By what the last checks of the domains have found; nothing is looked up. */
export const domainCheck: DoctorCheck = {
  id: 'domains.records',
  group: 'domains',
  why,
  async run(ctx: InstanceContext) {
    const rows = await ctx.dispatch<{ project_id: ProjectId }>('projects_with_troubled_domains', [maxProjects]);
    const found: CheckFinding[] = [];
    for (const { project_id } of rows) found.push(...(await troublesOf(ctx.inProject(project_id))));
    return found.length > 0 ? found.slice(0, maxShown) : [allIsWell];
  },
  async runInProject(ctx) {
    const found = await troublesOf(ctx);
    return found.length > 0 ? found : [allIsWell];
  },
};

const allIsWell = finding('domains.records', why).pass('Every verified domain has its records and a DMARC policy.');

async function troublesOf(ctx: ProjectContext): Promise<CheckFinding[]> {
  const { domains, now, keys } = await ctx.read(async (reader) => ({
    domains: await listDomains(reader),
    keys: await keyDates(reader),
    now: reader.now,
  }));
  return domains
    .filter(({ status }) => status === 'verified')
    .flatMap((domain) => [
      ...recordTrouble(ctx.config, domain),
      ...dmarcTrouble(domain),
      ...keyTrouble(domain, keys.get(domain.id), now),
    ]);
}

async function keyDates({ db, projectId }: Parameters<typeof listDomains>[0]): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('domainKeys')
    .select(['domainId', 'createdAt'])
    .where('projectId', '=', projectId)
    .execute();
  return new Map(rows.map(({ domainId, createdAt }) => [domainId, createdAt]));
}

function recordTrouble(config: Config, domain: Domain): CheckFinding[] {
  if (!domain.atRiskSince) return [];
  const missing = missingRecords(config, domain).join(' and ') || 'a required record';
  const since = domain.atRiskSince.toISOString().slice(0, 16).replace('T', ' ');
  const about = finding(`domains.records:${domain.domain}`, why);
  return [
    about.fail(
      `${domain.domain}: ${missing} gone since ${since} UTC.`,
      'Publish the records again that the page of the domain shows; otherwise the domain is not verified any more after 24 hours, and its mail is held.',
    ),
  ];
}

function dmarcTrouble({ domain, dmarcPolicy }: Domain): CheckFinding[] {
  if (dmarcPolicy !== null) return [];
  const about = finding(`domains.dmarc:${domain}`, 'Large mailbox providers ask for DMARC from senders of much mail.');
  return [
    about.warn(`${domain} has no DMARC record.`, `Publish a TXT record at _dmarc.${domain}, at first with p=none.`),
  ];
}

const oldKeyMs = 2 * 365 * 86_400_000;

function keyTrouble({ domain }: Domain, createdAt: Date | undefined, now: Date): CheckFinding[] {
  if (!createdAt || now.getTime() - createdAt.getTime() < oldKeyMs) return [];
  const about = finding(`domains.key:${domain}`, 'The longer a key is in use, the more mail a copy of it could forge.');
  const since = createdAt.toISOString().slice(0, 10);
  return [
    about.warn(
      `The DKIM key of ${domain} is in use since ${since}.`,
      'Remove the domain and add it again for a new key.',
    ),
  ];
}
