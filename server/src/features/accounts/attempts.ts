import type { InstanceContext, InstanceTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import { type ClientFacts, TooManyRequests } from '#platform/identity';
import { countUse, network, returnUse } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import { countGuess, isRefused } from './guesses.ts';
import { TooManyGuesses } from './refusals.ts';

const { passwordAttemptsPerAccount: perAccount, passwordAttemptsPerNetwork: perNetwork } = limits;

/** One attempt with a password or for a reset, from one network. */
export interface Attempt {
  readonly account: string;
  readonly client: ClientFacts;
  readonly kind: 'password' | 'reset';
  /** The caller has a session of the account and is asked for its password once more. */
  readonly isSignedIn?: boolean;
}

/** What was counted for an attempt: a success gives it back. */
export type CountedKeys = readonly string[];

/**
 * Counts an attempt before it is made, so that a burst cannot pass together; a success is given back.
 * The limit per network stops one network from trying one password on many accounts, the one per account and day many
 * networks from trying many passwords on one account.
 */
export async function countAttempt(ctx: InstanceContext, attempt: Attempt): Promise<CountedKeys> {
  const clientNetwork = network(attempt.client.address);
  const account = sha256(attempt.account).toString('base64url');
  const keys = [`${attempt.kind}:${account}:${clientNetwork}`, `${attempt.kind}:${clientNetwork}`] as const;
  const { ofAccount, ofNetwork, guess } = await ctx.transaction(async (tx) => {
    const counted = {
      ofAccount: await countUse(tx.db, keys[0], perAccount),
      ofNetwork: await countUse(tx.db, keys[1], perNetwork),
    };
    const isGuess =
      attempt.kind === 'password' &&
      counted.ofAccount.used <= perAccount.max &&
      counted.ofNetwork.used <= perNetwork.max;
    return { ...counted, guess: isGuess ? await countGuess(tx, attempt) : null };
  });
  if (ofAccount.used > perAccount.max) throw TooManyRequests('address', perAccount, ofAccount.resetSeconds);
  if (ofNetwork.used > perNetwork.max) throw TooManyRequests('address', perNetwork, ofNetwork.resetSeconds);
  if (guess && isRefused(ctx, attempt, guess))
    throw TooManyGuesses(limits.passwordGuessesPerAccount, guess.resetSeconds);
  return guess ? [...keys, guess.key] : keys;
}

export async function forgetAttempt(tx: InstanceTx, counted: CountedKeys): Promise<void> {
  for (const key of counted) await returnUse(tx.db, key);
}

/** D-1104: only sign-up shows whether an address is known, so it is limited. */
export async function countSignUp(ctx: InstanceContext, client: ClientFacts): Promise<void> {
  const key = `signup:${network(client.address)}`;
  const limit = limits.signUpsPerNetwork;
  const { used, resetSeconds } = await ctx.transaction(({ db }) => countUse(db, key, limit));
  if (used > limit.max) throw TooManyRequests('address', limit, resetSeconds);
}
