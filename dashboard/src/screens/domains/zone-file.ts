import type { Domain, DomainRecord } from '../../api/domains.ts';
import { hostOf, purposes, shownValue } from './record-words.ts';

/** One text of a TXT record holds at most 255 bytes; longer ones stand in parts. */
const maxPart = 255;

/** The records as a zone file (RFC 1035), for panels that import one. */
export function zoneFileOf({ domain, records }: Domain): string {
  const lines = records.map((record) => {
    const head = `${record.name}. ${record.ttl} IN ${record.type}`;
    return `; ${purposes[record.purpose]}\n${head} ${dataOf(record)}`;
  });
  return `$ORIGIN ${domain}.\n${lines.join('\n')}\n`;
}

function dataOf({ type, value, priority }: DomainRecord): string {
  if (type === 'CNAME') return `${value}.`;
  if (type === 'MX') return `${priority ?? 10} ${value}.`;
  const parts = value.match(new RegExp(`.{1,${maxPart}}`, 'gs')) ?? [''];
  return parts.map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ');
}

/** The records as text, for the person who looks after the DNS. */
export function recordsAsText({ domain, records }: Domain): string {
  const block = (record: DomainRecord) =>
    [
      `${purposes[record.purpose]}${record.required ? '' : ' (recommended)'}`,
      `  Type:  ${record.type}`,
      `  Host:  ${record.name} (in most panels: ${hostOf(record, domain, true)})`,
      `  Value: ${shownValue(record)}`,
      `  TTL:   ${record.ttl}`,
    ].join('\n');
  return `Please add these DNS records for ${domain}:\n\n${records.map(block).join('\n\n')}\n`;
}
