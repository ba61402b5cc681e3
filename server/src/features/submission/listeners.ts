import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { submissionAddress, submissionCertificate } from '#platform/config';
import type { InstanceContext } from '#platform/context';
import type { PortListener, RunningPortListener } from '#platform/feature';
import type { LocalApi } from '#platform/http';
import { disconnect, disconnectAfterReply, listen, repliesWritten, smtpRefusal } from '#platform/smtp';
import { limits } from '#pure/limits';
import { MailSessions } from './mail-sessions.ts';
import { asRefusal, shuttingDown } from './refusals.ts';
import { type SharedSubmissions, sharedSubmissions } from './shared-submissions.ts';

/** Accepts mail of programs that have the secret key of a project, with STARTTLS. */
export const startTlsListener: PortListener = {
  name: 'submission',
  role: 'api',
  isOn: ({ SUBMISSION_PORT }) => SUBMISSION_PORT !== null,
  start: (ctx, api) => open(ctx, api, ctx.config.SUBMISSION_PORT ?? 0, false),
};

/** The same with TLS from the first byte. */
export const tlsListener: PortListener = {
  name: 'submission-tls',
  role: 'api',
  isOn: ({ SUBMISSION_TLS_PORT }) => SUBMISSION_TLS_PORT !== null,
  start: (ctx, api) => open(ctx, api, ctx.config.SUBMISSION_TLS_PORT ?? 0, true),
};

async function open(ctx: InstanceContext, api: LocalApi, port: number, secure: boolean): Promise<RunningPortListener> {
  const shared = sharedSubmissions(ctx);
  const sessions = new MailSessions(ctx, api, shared);
  const server: SMTPServer = new SMTPServer({
    ...fixedOptions(ctx, shared, secure),
    ...handlers(ctx, shared, sessions, () => server),
  });
  const takenPort = await listen(server, port, ctx.config.SUBMISSION_LISTEN, ctx.log);
  shared.users += 1;
  return {
    port: takenPort,
    async stop() {
      await stopServer(server, sessions);
      shared.users -= 1;
      if (shared.users === 0) await shared.reader.close();
    },
  };
}

function fixedOptions(
  { config }: InstanceContext,
  { maxBytes }: SharedSubmissions,
  secure: boolean,
): SMTPServerOptions {
  const certificate = submissionCertificate(config);
  return {
    name: submissionAddress(config).host,
    banner: 'Postrider',
    secure,
    ...(certificate ?? { disabledCommands: ['STARTTLS'] }),
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: config.SUBMISSION_ALLOW_PLAIN,
    hideENHANCEDSTATUSCODES: true, // our texts carry them
    disableReverseLookup: true,
    logger: false,
    size: maxBytes,
    maxClients: config.SUBMISSION_MAX_CONNECTIONS,
    maxRecipients: limits.recipientsPerSend,
    socketTimeout: 60_000,
    closeTimeout: config.SHUTDOWN_SECONDS * 1_000,
  };
}

type Answered = (error?: Error | null, text?: string) => void;

function handlers(
  ctx: InstanceContext,
  { addresses, answers }: SharedSubmissions,
  sessions: MailSessions,
  server: () => SMTPServer,
): SMTPServerOptions {
  const { SUBMISSION_CONNECTIONS_PER_ADDRESS: maxPerAddress, SUBMISSION_ALLOW_PLAIN: allowsPlain } = ctx.config;
  const check = (work: () => void, answered: Answered): void => {
    try {
      work();
      answered();
    } catch (error) {
      answered(asRefusal(ctx, error));
    }
  };
  const endLife = (session: SMTPServerSession): Promise<void> =>
    disconnectAfterReply(server(), session, sessions.accepted(session));
  return {
    onConnect(session, answered) {
      if (!addresses.open(session, maxPerAddress, () => void endLife(session))) {
        answered(smtpRefusal(421, '4.7.0', 'Too many connections from your address'));
        return;
      }
      // Why: a client that sees AUTH before TLS may send the key in the clear.
      if (!session.secure && !allowsPlain) session.disabledCommands = ['AUTH'];
      answered();
    },
    onSecure(_socket, session, answered) {
      delete session.disabledCommands;
      answered();
    },
    onClose(session) {
      addresses.close(session);
      sessions.end(session);
    },
    onAuth({ password }, session, answered) {
      sessions.logIn(session, password ?? '').then(
        ({ projectId }) => answered(null, { user: projectId }),
        (error: unknown) => answered(asRefusal(ctx, error)),
      );
    },
    onMailFrom: (_address, session, answered) => check(() => sessions.checkLogIn(session), answered),
    onRcptTo: ({ address }, _session, answered) => check(() => sessions.checkRecipient(address), answered),
    onData(stream, session, answered) {
      sessions
        .take(session, stream, () => disconnect(server(), session))
        .then(
          (text) => {
            answers.add(1, { code: 250 });
            answered(null, text);
          },
          (error: unknown) => {
            const refusal = asRefusal(ctx, error);
            answers.add(1, { code: refusal.responseCode });
            answered(refusal);
          },
        );
    },
  };
}

/** A mail that is being accepted gets its reply; every other client is told to come again, and nothing of it is committed. */
async function stopServer(server: SMTPServer, sessions: MailSessions): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sendAway = (): void => {
    for (const connection of server.connections) {
      if (sessions.isAccepting(connection.session)) continue;
      const { responseCode, message } = shuttingDown();
      connection.send(responseCode, message);
      connection.close();
    }
  };
  const accepted = sessions.stop();
  sendAway();
  await accepted;
  await repliesWritten();
  sendAway();
  await closed;
}
