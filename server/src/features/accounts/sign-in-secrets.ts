import type { Config } from '#platform/config';
import type { KeyRing } from '#platform/crypto';
import { keyRing, open, randomToken, seal } from '#platform/crypto';
import type { SignInSecrets } from './sign-in-provider.ts';

export const signInSeconds = 10 * 60;

interface Kept extends SignInSecrets {
  readonly until: number;
}

export const newSecrets = (): SignInSecrets => ({
  state: randomToken(),
  nonce: randomToken(),
  verifier: randomToken(),
});

/** The cookie that lets only the browser that started come back, for ten minutes and to the same provider. */
export function sealSecrets(config: Config, provider: string, secrets: SignInSecrets, now: Date): string {
  const kept: Kept = { ...secrets, until: now.getTime() + signInSeconds * 1_000 };
  return seal(ringOf(config), JSON.stringify(kept), provider);
}

export function openSecrets(config: Config, provider: string, cookie: string | undefined, now: Date): SignInSecrets {
  if (!cookie) throw new Error('this browser started no sign-in');
  const { until, ...secrets } = JSON.parse(open(ringOf(config), cookie, provider)) as Kept; // sealed by us
  if (until < now.getTime()) throw new Error('this sign-in was started too long ago');
  return secrets;
}

const ringOf = (config: Config): KeyRing => keyRing(config, 'sign-in');
