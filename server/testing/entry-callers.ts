import type { Route } from '../src/platform/http/index.ts';
import type { Role } from '../src/platform/identity/index.ts';
import { bearer } from './client.ts';

type Headers = Record<string, string>;

/** A project as its callers know it. */
export interface CallerProject {
  readonly id: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** The session of a person of its team, as the pages of the instance send it. */
  session(role: Role): Promise<Headers>;
}

/** The projects of the callers. */
export interface EntryProjects<Project = CallerProject> {
  readonly own: Project;
  readonly stranger: Project;
  /** The keys that are known of it were replaced. */
  readonly rotated: Project;
  readonly disabled: Project;
}

/** What of a route its entry looks at. */
export type EntryRule = Pick<
  Route,
  'method' | 'access' | 'role' | 'isOpenToKeys' | 'projectParam' | 'isAllowedWhenDisabled'
>;

/** What the entry decides: `in`, or one refusal: status, code, and the detail that tells it from others. */
export type EntryVerdict = 'in' | `${401 | 403 | 404 | 400} ${string}`;

export interface EntryCaller {
  readonly says: string;
  /** The project that the request names. */
  readonly project: keyof EntryProjects;
  headers(projects: EntryProjects, origin: string): Promise<Headers>;
  verdict(route: EntryRule): EntryVerdict;
}

type Verdict = EntryVerdict | ((route: EntryRule) => EntryVerdict);
type VerdictsByClass = Partial<Record<Route['access'], Verdict>>;

const badKey = '401 INVALID_API_KEY';
const noSession = '401 UNAUTHORIZED';
const noProject = '400 BAD_REQUEST X-Project-Id';
const foreign = '404 RESOURCE_NOT_FOUND project';
const disabled = '403 PROJECT_DISABLED';
const rank: Record<Role, number> = { MEMBER: 1, ADMIN: 2, OWNER: 3 };

const isRead = ({ method }: EntryRule): boolean => method === 'GET';

/** The verdict by the route's access class; a class that is not listed refuses as if there were no key. Default deny. */
const byClass =
  (verdicts: VerdictsByClass) =>
  (route: EntryRule): EntryVerdict => {
    if (route.access === 'none') return 'in';
    const verdict = verdicts[route.access] ?? badKey;
    return typeof verdict === 'function' ? verdict(route) : verdict;
  };

const caller = (
  says: string,
  headers: (projects: EntryProjects, origin: string) => Headers | Promise<Headers>,
  verdicts: VerdictsByClass,
  project: keyof EntryProjects = 'own',
): EntryCaller => ({
  says,
  project,
  headers: async (projects, origin) => headers(projects, origin),
  verdict: byClass(verdicts),
});

const needsRole =
  (role: Role) =>
  (route: EntryRule): EntryVerdict =>
    rank[role] >= rank[route.role ?? 'MEMBER'] ? 'in' : '403 FORBIDDEN ROLE_TOO_LOW';
const forKeys = (route: EntryRule): EntryVerdict => (route.isOpenToKeys ? 'in' : needsRole('MEMBER')(route));
const elsewhere = (route: EntryRule): EntryVerdict => (isRead(route) ? 'in' : '403 FORBIDDEN ORIGIN_REFUSED');
const whenDisabled = (route: EntryRule): EntryVerdict =>
  isRead(route) || route.isAllowedWhenDisabled ? 'in' : disabled;
const inPathOr =
  (refusal: EntryVerdict) =>
  (route: EntryRule): EntryVerdict =>
    route.projectParam ? 'in' : refusal;

/** The owner's session in the project, with these headers instead of `sec-fetch-site: same-origin`. */
const ownersFrom = async ({ own }: EntryProjects, instead: Headers): Promise<Headers> => {
  const { 'sec-fetch-site': _own, ...session } = await own.session('OWNER');
  return { ...session, 'x-project-id': own.id, ...instead };
};
const lapsed = { cookie: 'session=dead', 'sec-fetch-site': 'same-origin' };
const signedOut = { secret: noSession, session: noSession, member: noSession } as const;
const allSessions = { secret: 'in', session: 'in', member: 'in' } as const;
const fromElsewhere = { secret: elsewhere, session: elsewhere, member: elsewhere } as const;
const changed = (key: string): string => key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');

/** Every kind of caller, and the verdict of each class of route (D-101 to D-108). */
export const callers: readonly EntryCaller[] = [
  caller('no credentials', () => ({}), { session: noSession, member: noSession }),
  caller('a garbage key', () => bearer('sk_garbage'), {}),
  caller('a secret key with another last letter', ({ own }) => bearer(changed(own.secretKey)), {}),
  caller('a secret key by another scheme', ({ own }) => ({ authorization: `Basic ${own.secretKey}` }), {}),
  caller('a secret key without a scheme', ({ own }) => ({ authorization: own.secretKey }), {}),
  caller('a scheme without a key', () => ({ authorization: 'Bearer' }), {}),
  caller('the public key', ({ own }) => bearer(own.publicKey), { public: 'in' }),
  caller('the secret key', ({ own }) => bearer(own.secretKey), { secret: forKeys }),
  caller(
    'the secret key by a scheme in any case, beside another project',
    ({ own, stranger }) => ({ authorization: `bEaReR ${own.secretKey}`, 'x-project-id': stranger.id }),
    { secret: forKeys },
  ),
  caller(
    'a garbage key beside a good session',
    async (projects) => ({
      ...(await ownersFrom(projects, { 'sec-fetch-site': 'same-origin' })),
      ...bearer('sk_garbage'),
    }),
    {},
  ),
  caller('a public key that was replaced', ({ rotated }) => bearer(rotated.publicKey), {}, 'rotated'),
  caller('a secret key that was replaced', ({ rotated }) => bearer(rotated.secretKey), {}, 'rotated'),
  caller('a session that does not exist', () => lapsed, signedOut),
  caller(
    'a session that does not exist, in a project',
    ({ own }) => ({ ...lapsed, 'x-project-id': own.id }),
    signedOut,
  ),
  caller(
    'a project without a session',
    ({ own }) => ({ 'x-project-id': own.id, 'sec-fetch-site': 'same-origin' }),
    signedOut,
  ),
  caller('a session without a project', ({ own }) => own.session('OWNER'), {
    ...allSessions,
    secret: inPathOr(noProject),
  }),
  caller(
    'a session with an empty project',
    async ({ own }) => ({ ...(await own.session('OWNER')), 'x-project-id': '' }),
    {
      ...allSessions,
      secret: inPathOr(noProject),
    },
  ),
  caller(
    "a session with a stranger's project",
    async ({ own, stranger }) => ({ ...(await own.session('OWNER')), 'x-project-id': stranger.id }),
    { secret: foreign, session: 'in', member: foreign },
    'stranger',
  ),
  ...(['OWNER', 'ADMIN', 'MEMBER'] as const).map((role) =>
    caller(`a session of role ${role}`, async ({ own }) => ({ ...(await own.session(role)), 'x-project-id': own.id }), {
      secret: needsRole(role),
      member: needsRole(role),
      session: 'in',
    }),
  ),
  caller(
    'a session from another site',
    (projects) => ownersFrom(projects, { 'sec-fetch-site': 'cross-site' }),
    fromElsewhere,
  ),
  caller(
    'a session from a neighbouring site',
    (projects) => ownersFrom(projects, { 'sec-fetch-site': 'same-site' }),
    fromElsewhere,
  ),
  caller(
    'a session from another origin',
    (projects) => ownersFrom(projects, { origin: 'https://evil.example' }),
    fromElsewhere,
  ),
  caller('a session from nowhere', (projects) => ownersFrom(projects, {}), fromElsewhere),
  caller('a session from our own origin', (projects, origin) => ownersFrom(projects, { origin }), allSessions),
  caller(
    'the public key of a disabled project',
    (all) => bearer(all.disabled.publicKey),
    { public: disabled },
    'disabled',
  ),
  caller(
    'the secret key of a disabled project',
    (all) => bearer(all.disabled.secretKey),
    { secret: disabled },
    'disabled',
  ),
  caller(
    'a session in a disabled project',
    async (all) => ({ ...(await all.disabled.session('OWNER')), 'x-project-id': all.disabled.id }),
    { secret: whenDisabled, member: whenDisabled, session: 'in' },
    'disabled',
  ),
];

/** Every refusal of the entry. */
export const entryRefusals: readonly EntryVerdict[] = [
  badKey,
  noSession,
  '403 FORBIDDEN ROLE_TOO_LOW',
  '403 FORBIDDEN ORIGIN_REFUSED',
  disabled,
  foreign,
  noProject,
];
