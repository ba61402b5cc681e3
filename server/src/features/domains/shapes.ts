import { z } from 'zod';
import type { Config } from '#platform/config';
import { bodyId, Instant, instant, instantOrNull, optional } from '#platform/http';
import { limits } from '#pure/limits';
import { type Domain, problemOf, recordsWithFindings } from './domain.ts';
import { type DomainName, readDomainName } from './domain-name.ts';
import { expectedRecords, trackingDomain } from './expected-records.ts';
import { mailFromDomain } from './sender-records.ts';

const problems: Record<Extract<DomainName, { ok: false }>['problem'], { code: string; message: string }> = {
  form: { code: 'invalid_string', message: 'Must be a domain name such as acme.com, without http:// or @.' },
  address: { code: 'custom', message: 'Must be a domain name, not an IP address.' },
  suffix: { code: 'custom', message: 'Domains are registered below this one; it cannot be a sender itself.' },
};

const NewDomain = z
  .string()
  .transform((text, ctx) => {
    const name = readDomainName(text);
    if (name.ok) return name.domain;
    const { code, message } = problems[name.problem];
    ctx.addIssue({ code: 'custom', message, params: { code } });
    return z.NEVER;
  })
  .meta({ minLength: 3, maxLength: limits.domainNameCharacters });

export const DomainBody = z.object({
  domain: NewDomain,
  projectId: optional(bodyId<'project'>('project')),
});

const RecordReply = z
  .object({
    purpose: z.enum(['OWNERSHIP', 'DKIM', 'RETURN_PATH', 'SPF', 'DMARC', 'TRACKING', 'INBOUND']),
    type: z.enum(['TXT', 'MX', 'CNAME']),
    name: z.string(),
    value: z.string(),
    priority: z.int().nullable(),
    ttl: z.int(),
    required: z.boolean(),
    status: z.enum(['pending', 'verified', 'mismatch']),
    found: z.array(z.string()),
    message: z.string().nullable(),
  })
  .meta({ id: 'DomainRecord' });

export const DomainReply = z
  .object({
    id: z.uuid(),
    domain: z.string(),
    status: z.enum(['pending', 'verified']),
    verified: z.boolean(),
    verifiedAt: Instant.nullable(),
    atRiskSince: Instant.nullable(),
    lastCheckedAt: Instant.nullable(),
    nextCheckAt: Instant,
    problem: z.enum(['DOMAIN_CLAIMED', 'TOO_MANY_SPF_LOOKUPS', 'SEVERAL_SPF_RECORDS', 'PROVIDER_ERROR']).nullable(),
    records: z.array(RecordReply),
    dkimTokens: z.array(z.string()),
    mailFromDomain: z.string(),
    trackingDomain: z.string().nullable(),
    inbound: z.boolean(),
    dmarc: z.object({ found: z.boolean(), policy: z.enum(['none', 'quarantine', 'reject']).nullable() }),
    projectId: z.uuid(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Domain' });

const ttlSeconds = 3_600;

export function toDomainReply(config: Config, domain: Domain): z.output<typeof DomainReply> {
  const records = recordsWithFindings(expectedRecords(config, domain), domain.findings);
  const isTracking = records.some(({ purpose, status }) => purpose === 'TRACKING' && status === 'verified');
  return {
    id: domain.id,
    domain: domain.domain,
    status: domain.status,
    verified: domain.status === 'verified',
    verifiedAt: instantOrNull(domain.verifiedAt),
    atRiskSince: instantOrNull(domain.atRiskSince),
    lastCheckedAt: instantOrNull(domain.lastCheckedAt),
    nextCheckAt: instant(domain.nextCheckAt),
    problem: problemOf(domain),
    records: records.map((record) => ({ ...record, ttl: ttlSeconds, found: [...record.found] })),
    dkimTokens: records.filter(({ purpose }) => purpose === 'DKIM').map(({ name }) => name.split('.', 1)[0] ?? ''),
    mailFromDomain: mailFromDomain(config, domain.domain),
    trackingDomain: isTracking ? trackingDomain(domain.domain) : null,
    inbound: records.some(({ purpose, status }) => purpose === 'INBOUND' && status === 'verified'),
    dmarc: { found: domain.dmarcPolicy !== null, policy: domain.dmarcPolicy },
    projectId: domain.projectId,
    createdAt: instant(domain.createdAt),
    updatedAt: instant(domain.updatedAt),
  };
}
