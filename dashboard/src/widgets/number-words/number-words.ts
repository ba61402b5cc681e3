import { formatCount } from '../figures/format.ts';

/** "1 person", "1,906 people". */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** For a count that stopped at its limit: "10,000 mails or more". */
export function countUpTo(count: number, limit: number, one: string, many: string): string {
  return count >= limit ? `${countOf(count, one, many)} or more` : countOf(count, one, many);
}
