import type { Config } from '#platform/config';
import { deriveKey, sign } from '#platform/crypto';
import type { Domain, ExpectedRecord } from './domain.ts';
import { relayIdentity } from './relay-identity.ts';

type Place = Pick<Domain, 'projectId' | 'domain' | 'key'>;

/** The records that a domain is asked to have, in the order they are shown (D-702). */
export function expectedRecords(config: Config, place: Place): ExpectedRecord[] {
  const { domain } = place;
  const { TRACKING_HOST: tracking, INBOUND_HOST: inbound } = config;
  return [
    {
      purpose: 'OWNERSHIP',
      type: 'TXT',
      name: `_postrider.${domain}`,
      value: `postrider-verification=${ownershipToken(config, place)}`,
      priority: null,
      required: true,
    },
    ...relayIdentity.records(config, place),
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

/** Different for every project, the same after a domain is removed and added again (D-703). */
const ownershipToken = (config: Config, { projectId, domain }: Omit<Place, 'key'>): string =>
  sign(deriveKey(config.SECRET_KEY, 'domain-ownership'), `${projectId}:${domain}`);
