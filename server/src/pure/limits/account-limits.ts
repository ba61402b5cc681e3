import { day, hour, instead, limit, rate, refused, tooBig, tooMany } from './limit.ts';

/** Accounts, projects, teams and sender domains. */
export const accountLimits = {
  passwordAttemptsPerAccount: rate(
    { max: 10, windowSeconds: 15 * 60 },
    'Wrong passwords for an account from one network, and requests for a reset of it: each is counted apart.',
    tooMany('address'),
  ),
  passwordAttemptsPerNetwork: rate(
    { max: 100, windowSeconds: 15 * 60 },
    'Wrong passwords, and requests for a reset, from one network for all accounts, so that one password is not tried on many.',
    tooMany('address'),
  ),
  passwordGuessesPerAccount: rate(
    { max: 100, windowSeconds: day },
    'Wrong passwords for an account from all networks that its owner never signed in from; as many inside its sessions. The owner gets one mail.',
    tooMany('user'),
  ),
  resetMailsPerAddress: rate(
    { max: 5, windowSeconds: hour },
    'Mails with a reset link to one mailbox, so that it cannot be filled from many networks.',
    instead('200 as ever, and no mail'),
  ),
  verificationMailsPerUser: rate({ max: 3, windowSeconds: day }, 'Verification mails to a person.', tooMany('user')),
  verificationMailsInARow: rate(
    { max: 1, windowSeconds: 10 * 60 },
    'The pause between two verification mails.',
    tooMany('user'),
  ),
  signUpsPerNetwork: rate(
    { max: 10, windowSeconds: hour },
    'Sign-ups from a network, because sign-up shows whether an address has an account.',
    tooMany('address', 'D-1104'),
  ),
  invitationsPerProject: rate({ max: 50, windowSeconds: day }, 'Invitations into a project.', tooMany('project')),
  invitationsPerInviter: rate({ max: 100, windowSeconds: day }, 'Invitations by one person.', tooMany('user')),
  invitationsPerAddress: rate(
    { max: 10, windowSeconds: day },
    'Invitations to one address from all projects together.',
    tooMany('address'),
  ),
  passwordUnits: limit(1_024, 'A password to compare, in UTF-16 units: no longer text is normalised.', tooBig()),
  newPasswordCharacters: limit(128, 'A new password.', tooBig()),
  userNameCharacters: limit(100, 'The name of a person.', tooBig()),
  projectNameCharacters: limit(100, 'The name of a project.', tooBig()),
  sessionsListed: limit(200, 'Sessions that a person sees.', instead('the newest are listed')),
  projectsListed: limit(1_000, 'Projects that a person sees.', instead('the oldest are listed')),
  teamMembersListed: limit(1_000, 'Team members and invitations of a project.', instead('the first are listed')),
  suspensionsListed: limit(20, 'Entries of `suspensions`.', instead('the newest are listed', 'D-1135')),
  marketingResumePauseDays: limit(
    7,
    'The pause between two times that a team lifts a pause of its marketing mail.',
    refused('RESUME_TOO_SOON', 'D-1135'),
  ),
  sourceResumes: limit(
    2,
    'How often a team lifts the pause of one campaign or workflow within `sourceResumeDays`.',
    refused('RESUME_TOO_SOON', 'D-1136'),
  ),
  sourceResumeDays: limit(7, 'The days for `sourceResumes`.', refused('RESUME_TOO_SOON', 'D-1136')),
  domainsPerProject: limit(50, 'Sender domains of a project.', refused('DOMAIN_LIMIT_REACHED')),
  domainsAddedPerProject: rate(
    { max: 500, windowSeconds: day },
    'Domains that a project adds, deleted ones included, because keys are expensive to make.',
    tooMany('project'),
  ),
  providerChangesPerProject: rate(
    { max: 20, windowSeconds: hour },
    'Changes of the mail provider of a project: each makes way for another test, which connects to any host.',
    tooMany('project', 'D-1114'),
  ),
  providerHostCharacters: limit(253, 'The host of a mail provider.', tooBig('D-1114')),
  providerUserCharacters: limit(320, 'The user name or access key of a mail provider.', tooBig('D-1114')),
  providerSecretCharacters: limit(1_000, 'The password or secret key of a mail provider.', tooBig('D-1114')),
  providerSetCharacters: limit(64, 'The name of a configuration set of Amazon SES.', tooBig('D-1114')),
  providerSessions: limit(
    6,
    'Hand-overs of a project to its own mail provider at once, in one worker; four of campaigns and other bulk mail.',
    instead('further mail waits', 'D-1114'),
  ),
  domainNameCharacters: limit(253, 'A domain.', { ...tooBig(), sees: '`invalid_string`' }),
} as const;
