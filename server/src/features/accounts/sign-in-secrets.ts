import type { Config } from '#platform/config';
import { type KeyRing, keyRing, open, randomToken, seal } from '#platform/crypto';
import type { SignInSecrets } from './sign-in-provider.ts';

export const signInSeconds = 10 * 60;

interface SealedSignIn extends SignInSecrets {
  readonly until: number;
}

export const newSecrets = (): SignInSecrets => ({
  state: randomToken(),
  nonce: randomToken(),
  verifier: randomToken(),
});

/** The cookie with which only the browser that started can finish, within ten minutes and with the same provider. */
export function sealSecrets(config: Config, provider: string, secrets: SignInSecrets, now: Date): string {
  const content: SealedSignIn = { ...secrets, until: now.getTime() + signInSeconds * 1_000 };
  return seal(signInRing(config), JSON.stringify(content), provider);
}

export function openSecrets(config: Config, provider: string, cookie: string | undefined, now: Date): SignInSecrets {
  if (!cookie) throw new Error('this browser started no sign-in');
  const { until, ...secrets } = JSON.parse(open(signInRing(config), cookie, provider)) as SealedSignIn; // sealed by us
  if (until < now.getTime()) throw new Error('this sign-in was started too long ago');
  return secrets;
}

const signInRing = (config: Config): KeyRing => keyRing(config, 'sign-in');
