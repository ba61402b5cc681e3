import { once } from 'node:events';
import { hostname } from 'node:os';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import type { InstanceContext } from '#platform/context';
import type { Listener } from '#platform/feature';
import { localRates, network } from '#platform/rate-limit';
import type { MessageBudget } from './collect-message.ts';
import { collectMessage } from './collect-message.ts';
import { connectionsByAddress } from './connections-by-address.ts';
import type { Recipient } from './recipient.ts';
import { recipientOf } from './recipient.ts';
import type { SmtpRefusal } from './smtp-refusal.ts';
import { isSmtpRefusal, smtpRefusal, tryLater } from './smtp-refusal.ts';
import { takeMessage } from './take-message.ts';

type Tell = (error?: Error | null, message?: string) => void;

const mostRecipients = 50;
/** Whoever tries addresses at random is sent away. */
const mostRefused = 20;
/** Reports say what they have to say at their beginning. */
const reportBytes = 524_288;

/** Takes mail by SMTP for our return paths and for domains that receive, and for nobody else. It never sends any. */
export const smtpListener: Listener = {
  name: 'inbound',
  isOn: ({ INBOUND_PORT }) => INBOUND_PORT !== null,
  async start(ctx) {
    const server = serverOf(ctx);
    server.on('error', (error) => ctx.log.debug({ error }, 'connection of incoming mail failed'));
    const socket = server.listen(ctx.config.INBOUND_PORT ?? 0, ctx.config.INBOUND_LISTEN);
    if (!socket.listening) await once(socket, 'listening');
    const at = socket.address();
    return {
      port: typeof at === 'object' && at ? at.port : 0,
      stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    };
  },
};

function serverOf(ctx: InstanceContext): SMTPServer {
  const { INBOUND_HOST, BOUNCE_HOST, INBOUND_TLS_CERT: cert, INBOUND_TLS_KEY: key, ...config } = ctx.config;
  const rates = localRates();
  const known = new WeakMap<SMTPServerSession, Recipient[]>();
  const refused = new WeakMap<SMTPServerSession, number>();
  const budget: MessageBudget = { held: 0 };
  const answers = ctx.metrics.counter(
    'inbound_answers_total',
    'Answers to recipients and mails of incoming connections, by code.',
  );
  const answer = (work: Promise<unknown>, tell: Tell): void => {
    work.then(
      () => {
        answers.add(1, { code: 250 });
        tell();
      },
      (error: unknown) => {
        const refusal = refusalOf(ctx, error);
        answers.add(1, { code: refusal.responseCode });
        tell(refusal);
      },
    );
  };
  const connections = connectionsByAddress(config.INBOUND_CONNECTION_SECONDS);
  const hangUp = (session: SMTPServerSession): void =>
    [...server.connections].find((one) => one.session === session)?.close();
  const server = new SMTPServer({
    name: INBOUND_HOST ?? BOUNCE_HOST ?? hostname(),
    banner: 'Postrider',
    authOptional: true,
    disabledCommands: cert && key ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(cert && key ? { cert, key } : {}),
    hideENHANCEDSTATUSCODES: true, // our texts carry them
    disableReverseLookup: true,
    logger: false,
    size: config.INBOUND_MAX_BYTES,
    maxClients: config.INBOUND_MAX_CONNECTIONS,
    maxRecipients: mostRecipients,
    socketTimeout: 60_000,
    closeTimeout: 5_000,
    onConnect(session, done) {
      const most = config.INBOUND_CONNECTIONS_PER_ADDRESS;
      const isOpen = connections.open(session, most, () => hangUp(session));
      done(isOpen ? null : smtpRefusal(421, '4.7.0', 'Too many connections from your address'));
    },
    onClose: (session) => connections.close(session),
    onMailFrom(_address, session, done) {
      known.set(session, []);
      const most = config.INBOUND_RATE_PER_ADDRESS;
      const isTooMuch = most > 0 && rates(network(session.remoteAddress), 60).used > most;
      done(isTooMuch ? smtpRefusal(450, '4.7.1', 'Too much mail from your address, try again later') : null);
    },
    onRcptTo({ address }, session, done) {
      const before = refused.get(session) ?? 0;
      refused.set(session, before + 1);
      const adding = before >= mostRefused ? sendAway() : addRecipient(ctx, address, known.get(session) ?? []);
      answer(
        adding.then(() => refused.set(session, before)),
        done,
      );
    },
    onData(stream, session, done) {
      const incoming = { stream, session, budget, hangUp: () => hangUp(session) };
      answer(takeData(ctx, { ...incoming, recipients: known.get(session) ?? [] }), done);
    },
  });
  return server;
}

async function addRecipient(ctx: InstanceContext, address: string, recipients: Recipient[]): Promise<void> {
  const recipient = await recipientOf(ctx, address);
  if (!recipient) throw smtpRefusal(550, '5.1.1', 'No such address here');
  recipients.push(recipient);
}

const sendAway = async (): Promise<never> => {
  throw smtpRefusal(421, '4.7.0', 'Too many unknown addresses');
};

interface Incoming {
  readonly stream: SMTPServerDataStream;
  readonly session: SMTPServerSession;
  readonly budget: MessageBudget;
  hangUp(): void;
  readonly recipients: readonly Recipient[];
}

/** Returns when everything the mail means is committed. */
async function takeData(
  ctx: InstanceContext,
  { stream, session, budget, hangUp, recipients }: Incoming,
): Promise<void> {
  const isMail = recipients.some(({ kind }) => kind === 'mailbox');
  const mostBytes = ctx.config.INBOUND_MAX_BYTES;
  const mostKept = isMail ? mostBytes : Math.min(mostBytes, reportBytes);
  const message = await collectMessage(stream, { mostBytes, mostKept, budget, hangUp });
  const { mailFrom } = session.envelope;
  await takeMessage(ctx, {
    ...message,
    recipients,
    sender: mailFrom ? mailFrom.address : '',
    clientAddress: session.remoteAddress.replace(/^::ffff:/i, ''),
    helo: session.hostNameAppearsAs || '',
  });
}

function refusalOf(ctx: InstanceContext, error: unknown): SmtpRefusal {
  if (isSmtpRefusal(error)) return error;
  ctx.log.error({ error }, 'incoming mail could not be taken');
  return tryLater();
}
