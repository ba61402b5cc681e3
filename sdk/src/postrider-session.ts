import { callerOf } from './client/caller.ts';
import { plainCookie } from './client/key-kind.ts';
import { type ClientOptions, settingsOf } from './client/settings.ts';
import { ProjectClient } from './project-client.ts';
import { type AuthCalls, authOf } from './resources/auth.ts';
import { type BillingCalls, billingOf } from './resources/billing.ts';
import { type DoctorCalls, doctorOf } from './resources/doctor.ts';
import { type InvitationsCalls, invitationsOf } from './resources/invitations.ts';
import { type ProjectsCalls, projectsOf } from './resources/projects.ts';
import { type TeamCalls, teamOf } from './resources/team.ts';
import { type UserCalls, userOf } from './resources/user.ts';

export interface SessionOptions extends Omit<ClientOptions, 'baseUrl'> {
  /** Left out in a browser that has its page from the instance itself. */
  readonly baseUrl?: string;
  /** The project that calls are about. */
  readonly projectId?: string;
  /** Where no browser sends it: the session cookie, `name=value`. */
  readonly cookie?: string;
}

/** Calls as a signed-in user, as the dashboard does: the project's resources, and those of accounts, teams and billing. */
export class PostriderSession extends ProjectClient {
  readonly auth: AuthCalls;
  readonly billing: BillingCalls;
  readonly doctor: DoctorCalls;
  readonly invitations: InvitationsCalls;
  readonly projects: ProjectsCalls;
  readonly team: TeamCalls;
  readonly user: UserCalls;
  readonly #options: SessionOptions;

  constructor(options: SessionOptions = {}) {
    const settings = settingsOf({ ...options, baseUrl: options.baseUrl ?? '' }, headersOf(options));
    super(settings);
    const caller = callerOf(settings);
    this.#options = options;
    this.auth = authOf(caller);
    this.billing = billingOf(caller);
    this.doctor = doctorOf(caller);
    this.invitations = invitationsOf(caller);
    this.projects = projectsOf(caller);
    this.team = teamOf(caller);
    this.user = userOf(caller);
  }

  /** The same session in another project. */
  inProject(projectId: string): PostriderSession {
    return new PostriderSession({ ...this.#options, projectId });
  }
}

/** Why an origin: the API takes writes with a cookie only from its own pages, and no browser says so here. */
function headersOf({ baseUrl, projectId, cookie }: SessionOptions): Record<string, string> {
  return {
    ...(projectId !== undefined && { 'x-project-id': projectId }),
    ...(cookie !== undefined && { cookie: plainCookie(cookie), ...(baseUrl && { origin: new URL(baseUrl).origin }) }),
  };
}
