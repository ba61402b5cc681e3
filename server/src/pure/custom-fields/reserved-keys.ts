const reservedKeys: ReadonlySet<string> = new Set([
  'id',
  'postrider_id',
  'postrider_email',
  'email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
]);

/** Top-level keys that belong to the service; case matters (D-209). They are dropped from `data` without an error. */
export const isReservedKey = (key: string): boolean => reservedKeys.has(key);
