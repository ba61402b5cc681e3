const prefixes = { secret: 'sk_', public: 'pk_' } as const;

const advice = {
  secret: 'Postrider needs the secret key, sk_…; with pk_… there is PostriderTracker.',
  public: 'PostriderTracker needs the public key, pk_…. Never ship sk_… to a browser: it can read and send everything.',
} as const;

/** Refuses a key of the wrong kind before it leaves the program. */
export function keyOfKind(kind: keyof typeof prefixes, given: string | undefined): string {
  const key = given?.trim();
  if (!key) throw new TypeError(`The key is missing. ${advice[kind]}`);
  if (!key.startsWith(prefixes[kind])) throw new TypeError(advice[kind]);
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The key has characters that no key has.');
  return key;
}

/** Why before sending: the error of fetch would show the cookie. */
export function plainCookie(cookie: string): string {
  if (!/^[\x20-\x7e]*$/.test(cookie)) throw new TypeError('The cookie has characters that no cookie has.');
  return cookie;
}
