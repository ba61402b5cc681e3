import type { InstanceTx } from '#platform/context';
import { isUniqueViolation } from '#platform/db';
import type { OpenCall, UserId } from '#platform/identity';
import { Refusal } from '#platform/refusals';
import { normaliseAddress } from '#pure/addresses';
import { cut } from '#pure/text';
import { createUser } from './create-user.ts';
import { findByEmail } from './find-user.ts';
import { markVerified } from './mark-verified.ts';
import { EmailTaken } from './refusals.ts';
import { endSession, findLiveSession, startSession } from './session.ts';
import type { ProviderProfile } from './sign-in-provider.ts';

export type ProfileEntry =
  | { readonly kind: 'entered'; readonly token: string }
  | { readonly kind: 'refused'; readonly error: 'email_unverified' | 'signups_disabled' };

interface ProviderSignIn {
  readonly provider: string;
  readonly profile: ProviderProfile;
  /** Whether a person without an account may get one, for the address the provider has verified. */
  maySignUp(tx: InstanceTx, email: string): Promise<boolean>;
}

type RefusedEntry = Extract<ProfileEntry, { kind: 'refused' }>;
type UserMatch = { readonly kind: 'found'; readonly userId: UserId } | RefusedEntry;

/** Signs in with the profile of a provider: a linked user, a user whose address is proven on both sides, or a new user. */
export function enterWithProfile(call: OpenCall, signIn: ProviderSignIn): Promise<ProfileEntry> {
  // Why: of two concurrent sign-ins of a new user, the second finds what the first wrote.
  return enterOnce(call, signIn).catch((error: unknown) => {
    const isRace =
      isUniqueViolation(error, 'identities_pkey') || (error instanceof Refusal && error.code === EmailTaken.code);
    if (!isRace) throw error;
    return enterOnce(call, signIn);
  });
}

function enterOnce(call: OpenCall, signIn: ProviderSignIn): Promise<ProfileEntry> {
  return call.transaction(async (tx) => {
    const found = (await linkedUser(tx, signIn)) ?? (await userToLink(tx, call, signIn));
    if (found.kind === 'refused') return found;
    await endSession(tx, call.sessionToken);
    return { kind: 'entered', token: await startSession(tx, call.config, found.userId, call.client) };
  });
}

async function linkedUser(tx: InstanceTx, { provider, profile }: ProviderSignIn): Promise<UserMatch | null> {
  const row = await tx.db
    .selectFrom('identities')
    .select('userId')
    .where('provider', '=', provider)
    .where('subject', '=', profile.subject)
    .executeTakeFirst();
  return row ? { kind: 'found', userId: row.userId as UserId } : null; // references users
}

async function userToLink(tx: InstanceTx, call: OpenCall, signIn: ProviderSignIn): Promise<UserMatch> {
  const { profile } = signIn;
  const email = profile.isEmailVerified && profile.email ? normaliseAddress(profile.email) : null;
  if (email === null) return refused('email_unverified');

  const known = await findByEmail(tx, email);
  if (!known) {
    if (!(await signIn.maySignUp(tx, email))) return refused('signups_disabled');
    const name = cut(profile.name?.trim() ?? '', 100) || null;
    const proven = { isVerified: true, isAddressProven: true };
    return link(tx, signIn, (await createUser(tx, { email, name, passwordHash: null, ...proven })).id);
  }
  const { user } = known;
  // Why: a person who signed up with an address that is not theirs must not share the account with its owner.
  const isSignedIn = (await findLiveSession(tx, call.sessionToken))?.userId === user.id;
  if (!user.isAddressProven && !isSignedIn) return refused('email_unverified');
  if (!user.isAddressProven) await markVerified(tx, user.id, { isProven: true });
  return link(tx, signIn, user.id);
}

async function link(tx: InstanceTx, { provider, profile }: ProviderSignIn, userId: UserId): Promise<UserMatch> {
  await tx.db
    .insertInto('identities')
    .values({ provider, subject: profile.subject, userId, createdAt: tx.now })
    .execute();
  return { kind: 'found', userId };
}

const refused = (error: RefusedEntry['error']): RefusedEntry => ({ kind: 'refused', error });
