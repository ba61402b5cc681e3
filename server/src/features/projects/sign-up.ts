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
  type User,
} from '#features/accounts';
import type { Config } from '#platform/config';
import type { InstanceReader } from '#platform/context';
import { hashPassword } from '#platform/crypto';
import type { OpenCall } from '#platform/identity';
import { joinProject } from './accept-invitation.ts';
import { createProject } from './create-project.ts';
import { findInvitation, type Invitation } from './find-invitation.ts';
import type { Project } from './project.ts';
import { findProject } from './queries.ts';

export interface SignUpInput {
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  readonly token?: string | undefined;
  readonly projectName?: string | undefined;
  readonly timezone?: string | undefined;
}

export interface SignUpResult {
  readonly user: User;
  readonly token: string;
  readonly project: Project | null;
  /** The secret key of a project that was made here; it cannot be shown again. */
  readonly secret: string | null;
}

/** Creates an account with its session; with a project's name also a project, with an invitation a membership. */
export async function signUp(call: OpenCall, given: SignUpInput): Promise<SignUpResult> {
  await countSignUp(call, call.client);
  const permission = await call.read((reader) => permissionToSignUp(reader, call, given));
  const passwordHash = await hashPassword(given.password);

  return call.transaction(async (tx) => {
    const { email, name, projectName, timezone } = given;
    if (permission.kind === 'owner' && !(await claimOwnerToken(tx, call.config, permission.token)))
      throw InvalidToken();
    const isVerified = permission.kind !== 'open';
    const user = await createUser(tx, { email, name, passwordHash, isVerified, isAddressProven: false });
    if (permission.kind === 'invited' && !(await joinProject(tx, permission.invitation, user.id))) throw InvalidToken();
    if (needsVerification(user, call.mail)) await mailVerification(tx, user.id);

    const created = projectName ? await createProject(tx, call.config, user.id, { name: projectName, timezone }) : null;
    const projectId = created?.id ?? (permission.kind === 'invited' ? permission.invitation.projectId : null);
    await endSession(tx, call.sessionToken);
    return {
      user,
      token: await startSession(tx, call.config, user.id, call.client),
      project: projectId && (await findProject(tx, projectId, user.id)),
      secret: created?.keys.secret ?? null,
    };
  });
}

type SignUpPermission =
  | { readonly kind: 'open' }
  | { readonly kind: 'owner'; readonly token: string }
  | { readonly kind: 'invited'; readonly invitation: Invitation };

/** Who may sign up (D-1103). Whether the address is known is shown only to callers who may. */
async function permissionToSignUp(
  reader: InstanceReader,
  { config }: OpenCall,
  given: SignUpInput,
): Promise<SignUpPermission> {
  const permission =
    given.token === undefined ? withoutToken(config) : await byToken(reader, config, given.email, given.token);
  if (await findByEmail(reader, given.email)) throw EmailTaken();
  return permission;
}

function withoutToken({ SIGNUPS }: Config): SignUpPermission {
  if (SIGNUPS !== 'open') throw SignupsDisabled();
  return { kind: 'open' };
}

async function byToken(
  reader: InstanceReader,
  config: Config,
  email: string,
  token: string,
): Promise<SignUpPermission> {
  if (readToken(config, 'owner', token) && config.SIGNUPS !== 'closed') return { kind: 'owner', token };
  const id = readToken(config, 'invitation', token);
  const invitation = id && (await findInvitation(reader, id));
  if (!invitation || invitation.email !== email) throw InvalidToken();
  return { kind: 'invited', invitation };
}
