import type { TestDns } from './dns-server.ts';

/** A record as `POST /domains` requests it. */
export interface RequestedRecord {
  purpose: string;
  type: 'TXT' | 'MX' | 'CNAME';
  name: string;
  value: string;
  priority: number | null;
}

/** Adds the requested records of a domain to every zone, as a person would: long texts in parts. */
export function publish(
  zones: readonly TestDns[],
  records: readonly RequestedRecord[],
  ...except: readonly string[]
): void {
  for (const { purpose, type, name, value, priority } of records) {
    if (except.includes(purpose)) continue;
    const entry = type === 'MX' ? `${priority} ${value}.` : type === 'TXT' ? inParts(value) : value;
    for (const zone of zones) zone.set(name, type, [entry]);
  }
}

/** A text holds at most 255 characters in one part. */
const inParts = (text: string): string[] => text.match(/.{1,255}/g) ?? [];
