const prefixes = { secret: 'sk_', public: 'pk_' } as const;

const advice = {
  secret: 'Postrider needs the secret key, sk_…; with pk_… there is PostriderTracker.',
  public: 'PostriderTracker needs the public key, pk_…. Never ship sk_… to a browser: it can read and send everything.',
} as const;

/** Refuses a key of the wrong kind before it leaves the program. */
export function keyOfKind(kind: keyof typeof prefixes, key: string | undefined): string {
  if (!key) throw new TypeError(`The key is missing. ${advice[kind]}`);
  if (!key.startsWith(prefixes[kind])) throw new TypeError(advice[kind]);
  return key;
}
