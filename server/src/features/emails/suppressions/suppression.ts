import { readId } from '#platform/ids';
import { normaliseAddress } from '#pure/addresses';
import type { SuppressionReason } from '../email.ts';

/** An address that the project does not write to. */
export interface Suppression {
  readonly id: string;
  readonly email: string;
  readonly reason: SuppressionReason;
  readonly blocks: 'ALL' | 'MARKETING';
  readonly note: string | null;
  readonly emailId: string | null;
  readonly createdAt: Date;
}

export const suppressionColumns = ['id', 'email', 'reason', 'blocks', 'note', 'emailId', 'createdAt'] as const;

/** The parameter of a path: the id of the row, or the address (section 3). */
export type SuppressionKey = { readonly column: 'id' | 'email'; readonly value: string };

/** Null for a text that is neither an id nor an address. */
export function suppressionKey(text: string): SuppressionKey | null {
  const id = readId<'suppression'>(text);
  if (id) return { column: 'id', value: id };
  const email = normaliseAddress(text);
  return email === null ? null : { column: 'email', value: email };
}
