import { missing, refusal } from '#platform/refusals';

export const ProjectLimitReached = refusal('unfit', 'PROJECT_LIMIT_REACHED', (limit: number) => ({
  message: `One person may own ${limit} projects.`,
  details: { limit },
}));

export type MissingForLive = 'domain' | 'provider' | 'email';

export const ProjectNotReady = refusal('unfit', 'PROJECT_NOT_READY', (absent: readonly MissingForLive[]) => ({
  message: 'The project cannot go live yet.',
  details: { missing: absent },
  suggestion: 'Verify a domain, test the mail provider and verify your own address.',
}));

export const LastOwner = refusal('conflict', 'LAST_OWNER', (projects: readonly { id: string; name: string }[]) => ({
  message: 'A project needs at least one owner.',
  details: { projects },
  suggestion: 'Make somebody else an owner first, or delete the project.',
}));

export const AlreadyMember = refusal('conflict', 'ALREADY_MEMBER', () => ({
  message: 'This person is already a team member.',
}));

export const OtherAddress = refusal('forbidden', 'FORBIDDEN', () => ({
  message: 'This invitation is for another address.',
  details: { reason: 'OTHER_ADDRESS' },
  suggestion: 'Sign in with the address the invitation was sent to.',
}));

/** Why: the token in the path is a secret, so it is not repeated in the reply. */
export const InvitationNotFound = refusal('missing', 'RESOURCE_NOT_FOUND', () => ({
  message: 'This invitation was used, withdrawn or has expired.',
  details: { resource: 'invitation' },
}));

export const TeamMemberNotFound = missing('RESOURCE_NOT_FOUND', 'user');
