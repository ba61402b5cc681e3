import type { Config } from '#platform/config';
import type { Domain, ExpectedRecord } from './domain.ts';
import { otherOwnershipTokens, ownershipTokenOf, ownershipValue } from './ownership-token.ts';
import { senderRecords } from './sender-records.ts';

type RecordSubject = Pick<Domain, 'projectId' | 'domain' | 'key' | 'identity' | 'ownershipToken'>;

/** The records that a domain should have, in the order they are shown (D-702). */
export function expectedRecords(config: Config, subject: RecordSubject): ExpectedRecord[] {
  const { domain } = subject;
  const { TRACKING_HOST: tracking, INBOUND_HOST: inbound } = config;
  return [
    {
      purpose: 'OWNERSHIP',
      type: 'TXT',
      name: `_postrider.${domain}`,
      value: ownershipValue(ownershipTokenOf(config, subject)),
      alsoRight: otherOwnershipTokens(config, subject).map(ownershipValue),
      priority: null,
      required: true,
    },
    ...senderRecords(config, subject),
    {
      purpose: 'DMARC',
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: 'v=DMARC1; p=none',
      priority: null,
      required: false,
    },
    ...(tracking
      ? ([
          {
            purpose: 'TRACKING',
            type: 'CNAME',
            name: trackingDomain(domain),
            value: tracking,
            priority: null,
            required: false,
          },
        ] as const)
      : []),
    ...(inbound
      ? ([{ purpose: 'INBOUND', type: 'MX', name: domain, value: inbound, priority: 10, required: false }] as const)
      : []),
  ];
}

export const trackingDomain = (domain: string): string => `links.${domain}`;
