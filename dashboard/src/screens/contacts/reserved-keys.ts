/** Names that the API keeps for itself: values under them vanish without an error. */
const reservedKeys: readonly string[] = [
  'id',
  'postrider_id',
  'postrider_email',
  'email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
];

export const isReservedKey = (key: string): boolean => reservedKeys.includes(key);

/** Why a name cannot be one of a field; null if it can. */
export function keyProblem(key: string): string | null {
  if (key === '') return 'A field needs a name.';
  if (isReservedKey(key)) return `${key} is reserved: its values would vanish without an error.`;
  if (key.length > 128) return 'A name has at most 128 characters.';
  return /\p{Cc}/u.test(key) ? 'A name has no control characters.' : null;
}
