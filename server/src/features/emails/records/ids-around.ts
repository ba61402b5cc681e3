import { readId } from '#platform/ids';

const slackMs = 60_000;

/** The ids made from shortly before this one to `ms` after it; null for what is not an id of ours. */
export function idsAround(text: string, ms: number): { first: string; end: string } | null {
  const id = readId(text);
  if (id?.[14] !== '7') return null;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { first: firstIdAt(at - slackMs), end: firstIdAt(at + ms) };
}

function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}
