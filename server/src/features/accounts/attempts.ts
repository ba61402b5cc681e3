import type { InstanceContext, InstanceTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import type { ClientFacts } from '#platform/http';
import { TooManyRequests } from '#platform/http';
import { countUse, network, returnUse } from '#platform/rate-limit';
import { countGuess, guessesPerDay, isRefused, secondsOfDay } from './guesses.ts';
import { TooManyGuesses } from './refusals.ts';

const window = 15 * 60;
const perAccount = 10;
const perAddress = 100;
const signUps = { most: 10, window: 60 * 60 };

/** One try to prove something about an account from one place. */
export interface Attempt {
  readonly account: string;
  readonly client: ClientFacts;
  readonly what: 'password' | 'reset';
  /** The caller has a session of the account and is asked for its password once more. */
  readonly isSignedIn?: boolean;
}

/** What was counted for an attempt: a success gives it back. */
export type CountedKeys = readonly string[];

/**
 * Counts an attempt before it is made, so that a burst cannot pass together; a success is given back.
 * The limit per place stops one place from trying one password on many accounts, the one per account and day many
 * places from trying many passwords on one account.
 */
export async function countAttempt(ctx: InstanceContext, attempt: Attempt): Promise<CountedKeys> {
  const place = network(attempt.client.address);
  const account = sha256(attempt.account).toString('base64url');
  const keys = [`${attempt.what}:${account}:${place}`, `${attempt.what}:${place}`] as const;
  const { own, all, guess } = await ctx.transaction(async (tx) => {
    const counted = {
      own: await countUse(tx.db, keys[0], perAccount, window),
      all: await countUse(tx.db, keys[1], perAddress, window),
    };
    const isTried = attempt.what === 'password' && counted.own.used <= perAccount && counted.all.used <= perAddress;
    return { ...counted, guess: isTried ? await countGuess(tx, attempt) : null };
  });
  if (own.used > perAccount) throw TooManyRequests('address', perAccount, window, own.resetSeconds);
  if (all.used > perAddress) throw TooManyRequests('address', perAddress, window, all.resetSeconds);
  if (guess && isRefused(ctx, attempt, guess)) throw TooManyGuesses(guessesPerDay, secondsOfDay, guess.resetSeconds);
  return guess ? [...keys, guess.key] : keys;
}

export async function forgetAttempt(tx: InstanceTx, counted: CountedKeys): Promise<void> {
  for (const key of counted) await returnUse(tx.db, key);
}

/** D-1104: sign-up is the only place that tells whether an address is known, so it is slow to repeat. */
export async function countSignUp(ctx: InstanceContext, client: ClientFacts): Promise<void> {
  const key = `signup:${network(client.address)}`;
  const { used, resetSeconds } = await ctx.transaction(({ db }) => countUse(db, key, signUps.most, signUps.window));
  if (used > signUps.most) throw TooManyRequests('address', signUps.most, signUps.window, resetSeconds);
}
