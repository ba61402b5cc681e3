import { type LinkPurpose, readRecipientToken } from '#pure/recipient-tokens';
import { type LinkOwner, type LinkSettings, recipientKeys, recipientPath } from './recipient-urls.ts';

const purposes = { u: 'unsubscribe', s: 'subscribe', m: 'manage', v: 'view' } as const satisfies Record<
  string,
  LinkPurpose
>;
/** A mail has a few; each costs the check of a signature. */
const maxLinks = 1_000;

/**
 * The same text with the personal links of another recipient (D-637). Our links are recognised by their signature, wherever
 * they are in the text, also with encoded slashes.
 */
export function remakeLinks(config: LinkSettings, text: string, owner: LinkOwner): string {
  const keys = recipientKeys(config);
  const made = new Map<string, string>();
  const pattern = new RegExp(`(/|%2F|%2f)([usmv])(?:/|%2F|%2f)(\\d[a-z0-9]{0,8}-${owner.handle}[\\w-]{20,400})`, 'g');
  return text.replace(pattern, (whole: string, slash: string, letter: string, token: string) => {
    const known = made.get(whole);
    if (known !== undefined) return known;
    if (made.size >= maxLinks) return whole;
    const purpose = purposes[letter as keyof typeof purposes]; // one of the letters of the pattern
    const isOurs = purpose !== undefined && readRecipientToken(token, purpose, keys) !== null;
    const link = isOurs ? recipientPath(config, purpose, owner).replaceAll('/', slash) : whole;
    made.set(whole, link);
    return link;
  });
}
