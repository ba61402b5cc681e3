import type { DomainIdentity, ExpectedRecord } from './domain.ts';

interface ProviderDomain {
  readonly domain: string;
  readonly mailFrom: string;
  readonly identity: DomainIdentity;
}

/** The keys of Amazon SES, which signs by itself. */
export const providerDkim = ({ domain, identity }: ProviderDomain, required: boolean): ExpectedRecord[] =>
  identity.tokens.map((token) => ({
    purpose: 'DKIM',
    type: 'CNAME',
    name: `${token}._domainkey.${domain}`,
    value: `${token}.${identity.zone}`,
    priority: null,
    required,
  }));

/** Bounces go to Amazon SES, which reports them by its notices. */
export const providerReturnPath = ({ mailFrom, identity }: ProviderDomain): ExpectedRecord[] => [
  {
    purpose: 'RETURN_PATH',
    type: 'MX',
    name: mailFrom,
    value: `feedback-smtp.${identity.region}.amazonses.com`,
    priority: 10,
    required: true,
  },
  {
    purpose: 'SPF',
    type: 'TXT',
    name: mailFrom,
    value: 'v=spf1 include:amazonses.com ~all',
    priority: null,
    required: false,
  },
];
