import type { Config } from '#platform/config';
import { dkimRecord } from '#pure/dns-records';
import type { ExpectedRecord } from './domain.ts';
import type { IdentityPlace, MailIdentity } from './mail-identity.ts';
import { makeDkimKey } from './make-dkim-key.ts';

export const mailFromDomain = (config: Config, domain: string): string => `${config.MAIL_FROM_SUBDOMAIN}.${domain}`;

/** Mail over an SMTP relay: we sign with a key of our own, and the operator says where bounces go. */
export const relayIdentity: MailIdentity = { makeKey: makeDkimKey, records };

function records(config: Config, { domain, key }: IdentityPlace): ExpectedRecord[] {
  const mailFrom = mailFromDomain(config, domain);
  const needed: ExpectedRecord[] = [
    {
      purpose: 'DKIM',
      type: 'TXT',
      name: `${key.selector}._domainkey.${domain}`,
      value: dkimRecord(key.publicKey),
      priority: null,
      required: true,
    },
  ];
  if (config.BOUNCE_HOST) {
    needed.push({
      purpose: 'RETURN_PATH',
      type: 'MX',
      name: mailFrom,
      value: config.BOUNCE_HOST,
      priority: 10,
      required: true,
    });
  }
  if (config.RELAY_SPF) {
    needed.push({
      purpose: 'SPF',
      type: 'TXT',
      name: mailFrom,
      value: spfRecord(config.RELAY_SPF),
      priority: null,
      required: false,
    });
  }
  return needed;
}

const [before, after] = ['v=spf1 ', ' ~all'] as const;
const spfRecord = (mechanisms: string): string => `${before}${mechanisms}${after}`;

/** Our mechanisms inside an expected SPF record. */
export const mechanismsIn = (value: string): string => value.slice(before.length, -after.length);
