import type { User } from '#features/accounts';
import {
  claimOwnerToken,
  countSignUp,
  createUser,
  EmailTaken,
  endSession,
  findByEmail,
  InvalidToken,
  mailVerification,
  needsVerification,
  readToken,
  SignupsDisabled,
  startSession,
} from '#features/accounts';
import type { Config } from '#platform/config';
import type { InstanceReader } from '#platform/context';
import { hashPassword } from '#platform/crypto';
import type { OpenCall } from '#platform/http';
import { joinProject } from './accept-invitation.ts';
import { createProject } from './create-project.ts';
import type { Invitation } from './find-invitation.ts';
import { findInvitation } from './find-invitation.ts';
import type { Project } from './project.ts';
import { findProject } from './queries.ts';

export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  readonly token?: string | undefined;
  readonly projectName?: string | undefined;
  readonly timezone?: string | undefined;
}

export interface SignedUp {
  readonly user: User;
  readonly token: string;
  readonly project: Project | null;
  /** The secret key of a project that was made here; nobody can read it again. */
  readonly secret: string | null;
}

/** A new account with its session; with a project's name also a project, with an invitation a place in one. */
export async function signUp(call: OpenCall, given: SignUp): Promise<SignedUp> {
  await countSignUp(call, call.client);
  const leave = await call.read((reader) => leaveToSignUp(reader, call, given));
  const passwordHash = await hashPassword(given.password);

  return call.transaction(async (tx) => {
    const { email, name, projectName, timezone } = given;
    if (leave.kind === 'owner' && !(await claimOwnerToken(tx, call.config, leave.token))) throw InvalidToken();
    const isVerified = leave.kind !== 'open';
    const user = await createUser(tx, { email, name, passwordHash, isVerified, isAddressProven: false });
    if (leave.kind === 'invited' && !(await joinProject(tx, leave.invitation, user.id))) throw InvalidToken();
    if (needsVerification(user, call.mail)) await mailVerification(tx, user.id);

    const made = projectName ? await createProject(tx, call.config, user.id, { name: projectName, timezone }) : null;
    const projectId = made?.id ?? (leave.kind === 'invited' ? leave.invitation.projectId : null);
    await endSession(tx, call.sessionToken);
    return {
      user,
      token: await startSession(tx, call.config, user.id, call.client),
      project: projectId && (await findProject(tx, projectId, user.id)),
      secret: made?.keys.secret ?? null,
    };
  });
}

type Leave =
  | { readonly kind: 'open' }
  | { readonly kind: 'owner'; readonly token: string }
  | { readonly kind: 'invited'; readonly invitation: Invitation };

/** Who may sign up (D-1103). Whether the address is known is told only to those who may. */
async function leaveToSignUp(reader: InstanceReader, { config }: OpenCall, given: SignUp): Promise<Leave> {
  const leave =
    given.token === undefined ? withoutToken(config) : await byToken(reader, config, given.email, given.token);
  if (await findByEmail(reader, given.email)) throw EmailTaken();
  return leave;
}

function withoutToken({ SIGNUPS }: Config): Leave {
  if (SIGNUPS !== 'open') throw SignupsDisabled();
  return { kind: 'open' };
}

async function byToken(reader: InstanceReader, config: Config, email: string, token: string): Promise<Leave> {
  if (readToken(config, 'owner', token) && config.SIGNUPS !== 'closed') return { kind: 'owner', token };
  const id = readToken(config, 'invitation', token);
  const invitation = id && (await findInvitation(reader, id));
  if (!invitation || invitation.email !== email) throw InvalidToken();
  return { kind: 'invited', invitation };
}
