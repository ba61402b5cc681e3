import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { InstanceContext } from '#platform/context';
import type { LocalApi } from '#platform/http';
import { collectMessage, smtpRefusal } from '#platform/smtp';
import { parseAddress } from '#pure/addresses';
import { limits } from '#pure/limits';
import { acceptMail } from './accept-mail.ts';
import { shuttingDown } from './refusals.ts';
import type { SharedSubmissions } from './shared-submissions.ts';
import type { Submitter } from './submitter.ts';

/** The connections of one port: who has logged in, and whose mail is being accepted. */
export class MailSessions {
  readonly #ctx: InstanceContext;
  readonly #api: LocalApi;
  readonly #shared: SharedSubmissions;
  readonly #submitters = new Map<SMTPServerSession, Submitter>();
  readonly #ended = new WeakSet<SMTPServerSession>();
  readonly #wrongKeys = new WeakMap<SMTPServerSession, number>();
  readonly #accepting = new Map<SMTPServerSession, Promise<string>>();
  #isStopping = false;

  constructor(ctx: InstanceContext, api: LocalApi, shared: SharedSubmissions) {
    this.#ctx = ctx;
    this.#api = api;
    this.#shared = shared;
  }

  /** The log-in: any user name, and the secret key as password (D-684). */
  async logIn(session: SMTPServerSession, password: string): Promise<Submitter> {
    const clientAddress = addressOf(session);
    const entry = await this.#api.identify(password, clientAddress);
    if (!entry) throw this.#wrongKey(session);
    // Why: what is counted from here on is given back when the connection ends, and it may have ended meanwhile.
    if (this.#ended.has(session)) throw smtpRefusal(421, '4.4.2', 'The connection has ended');
    const { projectId } = entry;
    if (!this.#shared.projects.open(projectId, this.#ctx.config.SUBMISSION_CONNECTIONS_PER_PROJECT)) {
      throw smtpRefusal(421, '4.7.0', 'Too many connections of this project');
    }
    const submitter = { projectId, secretKey: password, clientAddress };
    this.#submitters.set(session, submitter);
    return submitter;
  }

  #wrongKey(session: SMTPServerSession): Error {
    const count = (this.#wrongKeys.get(session) ?? 0) + 1;
    this.#wrongKeys.set(session, count);
    if (count >= limits.failedLogInsPerConnection) return smtpRefusal(421, '4.7.0', 'Too many wrong keys');
    return smtpRefusal(
      535,
      '5.7.8',
      'The password must be the secret key (sk_...) of a project. Any user name will do.',
    );
  }

  end(session: SMTPServerSession): void {
    this.#ended.add(session);
    const submitter = this.#submitters.get(session);
    if (!submitter) return;
    this.#submitters.delete(session);
    this.#shared.projects.close(submitter.projectId);
  }

  /** Why here, too: the library asks for a log-in only where it offers one, which is over TLS alone. */
  checkLogIn(session: SMTPServerSession): void {
    if (this.#submitters.has(session)) return;
    throw smtpRefusal(530, '5.7.0', session.secure ? 'Log in first' : 'Begin TLS and log in first');
  }

  checkRecipient(address: string): void {
    const parsed = parseAddress(address);
    if (!parsed.ok) throw smtpRefusal(553, '5.1.3', parsed.reason);
  }

  /** Takes one message. Returns the text of the reply when its effect is committed. */
  async take(session: SMTPServerSession, stream: SMTPServerDataStream, drop: () => void): Promise<string> {
    const submitter = this.#submitters.get(session);
    if (!submitter) throw smtpRefusal(530, '5.7.0', 'Log in first');
    const { budget, maxBytes, reader } = this.#shared;
    const held = budget.open(submitter.projectId);
    try {
      const { raw } = await collectMessage(stream, { maxBytes, maxKept: maxBytes, held, disconnect: drop });
      if (this.#isStopping) throw shuttingDown();
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const accepting = acceptMail(this.#ctx, { api: this.#api, reader }, submitter, { raw, recipients });
      this.#accepting.set(session, accepting);
      return await accepting;
    } finally {
      this.#accepting.delete(session);
      held.giveBack();
    }
  }

  isAccepting(session: SMTPServerSession): boolean {
    return this.#accepting.has(session);
  }

  /** Returns when the mail of this session that is being accepted has ended; at once when there is none. */
  async accepted(session: SMTPServerSession): Promise<void> {
    await Promise.allSettled([this.#accepting.get(session)]);
  }

  /** Accepts nothing more; returns when what is being accepted has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.allSettled(this.#accepting.values());
  }
}

const addressOf = ({ remoteAddress }: SMTPServerSession): string => remoteAddress.replace(/^::ffff:/i, '');
