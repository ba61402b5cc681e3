import { readTags } from './tag-list.ts';

/** The text of a key record (RFC 6376, 3.6.1). `publicKey` is the base64 of the key. */
export const dkimRecord = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

/** True when a record publishes this key for mail, whatever the order of its tags and the spaces in it. */
export function holdsDkimKey(text: string, publicKey: string): boolean {
  const tags = readTags(text);
  if (!tags) return false;
  const lists = (tag: string, ...accepted: readonly string[]): boolean => {
    const given = tags.get(tag)?.split(':');
    return given === undefined || given.some((item) => accepted.includes(item.trim().toLowerCase()));
  };
  return (
    (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
    lists('k', 'rsa') &&
    lists('h', 'sha256') &&
    lists('s', '*', 'email') &&
    tags.get('p')?.replace(/\s+/g, '') === publicKey
  );
}
