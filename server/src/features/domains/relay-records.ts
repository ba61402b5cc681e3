import type { Config } from '#platform/config';
import { dkimRecord } from '#pure/dns-records';
import type { Domain, ExpectedRecord } from './domain.ts';

/** Our own key: for every relay that does not sign by itself. */
export const ownDkim = (domain: string, key: Domain['key']): ExpectedRecord[] => [
  {
    purpose: 'DKIM',
    type: 'TXT',
    name: `${key.selector}._domainkey.${domain}`,
    value: dkimRecord(key.publicKey),
    priority: null,
    required: true,
  },
];

/** Mail over an SMTP relay: the operator sets where bounces go. */
export function ownReturnPath({ BOUNCE_HOST, RELAY_SPF }: Config, mailFrom: string): ExpectedRecord[] {
  const at = { name: mailFrom } as const;
  return [
    ...(BOUNCE_HOST
      ? ([{ purpose: 'RETURN_PATH', type: 'MX', ...at, value: BOUNCE_HOST, priority: 10, required: true }] as const)
      : []),
    ...(RELAY_SPF
      ? ([
          { purpose: 'SPF', type: 'TXT', ...at, value: spfRecord(RELAY_SPF), priority: null, required: false },
        ] as const)
      : []),
  ];
}

const [before, after] = ['v=spf1 ', ' ~all'] as const;
const spfRecord = (mechanisms: string): string => `${before}${mechanisms}${after}`;

/** Our mechanisms inside an expected SPF record. */
export const mechanismsIn = (value: string): string => value.slice(before.length, -after.length);
