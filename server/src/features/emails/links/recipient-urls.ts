import type { Config } from '#platform/config';
import { keyRing } from '#platform/crypto';
import { type LinkPurpose, signRecipientToken, type TokenKeys, tokenKeys } from '#pure/recipient-tokens';

export interface LinkOwner {
  /** The project's public handle. */
  readonly handle: string;
  /** None in tests of a campaign: their pages show and change nothing (D-654). */
  readonly contactId: string | null;
  readonly emailId: string | null;
}

/** The three reserved variables of a mail, and the address of the mail itself (contract/05, section 4). */
export interface RecipientUrls {
  readonly unsubscribeUrl: string;
  readonly subscribeUrl: string;
  readonly manageUrl: string;
  readonly viewUrl: string;
}

/** The settings that links depend on. */
export type LinkSettings = Pick<Config, 'BASE_URL' | 'CELL' | 'SECRET_KEY' | 'SECRET_KEYS_OLD'>;

export function recipientUrls(config: LinkSettings, owner: LinkOwner): RecipientUrls {
  return {
    unsubscribeUrl: recipientUrl(config, 'unsubscribe', owner),
    subscribeUrl: recipientUrl(config, 'subscribe', owner),
    manageUrl: recipientUrl(config, 'manage', owner),
    viewUrl: recipientUrl(config, 'view', owner),
  };
}

/** The path of each purpose. */
export const recipientPaths = {
  unsubscribe: '/u/',
  subscribe: '/s/',
  manage: '/m/',
  view: '/v/',
  open: '/t/o/',
  click: '/t/c/',
} as const satisfies Record<LinkPurpose, string>;

type PagePurpose = 'unsubscribe' | 'subscribe' | 'manage' | 'view';

/** The address of one page. */
export const recipientUrl = (config: LinkSettings, purpose: PagePurpose, owner: LinkOwner): string =>
  config.BASE_URL + recipientPath(config, purpose, owner);

/** The same without the instance in front. */
export function recipientPath(config: LinkSettings, purpose: PagePurpose, owner: LinkOwner): string {
  const { handle, contactId, emailId } = owner;
  const token = { purpose, cell: config.CELL, handle, contactId, emailId, linkId: null };
  return recipientPaths[purpose] + signRecipientToken(token, recipientKeys(config));
}

const remembered = new WeakMap<LinkSettings, TokenKeys>();

/** The keys of recipients' links: derived once for each configuration. */
export function recipientKeys(config: LinkSettings): TokenKeys {
  const known = remembered.get(config);
  if (known) return known;
  const [current, ...older] = keyRing(config, 'recipient-links');
  const keys = tokenKeys(
    current.key,
    older.map(({ key }) => key),
  );
  remembered.set(config, keys);
  return keys;
}
