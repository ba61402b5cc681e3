import { hostname } from 'node:os';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { ByteBudget } from '#platform/budget';
import type { InstanceContext } from '#platform/context';
import type { PortListener } from '#platform/feature';
import { localRates, network } from '#platform/rate-limit';
import {
  collectMessage,
  connectionsByAddress,
  disconnect,
  disconnectAfterReply,
  isSmtpRefusal,
  listen,
  type SmtpRefusal,
  smtpRefusal,
  tryLater,
} from '#platform/smtp';
import { limits } from '#pure/limits';
import { handleMessage } from './handle-message.ts';
import { findRecipient, type Recipient } from './recipient.ts';

type SmtpCallback = (error?: Error | null, message?: string) => void;

/** A client that tries addresses at random is disconnected. */
const maxRefused = limits.incomingUnknownRecipients;
/** Reports have their content at the beginning. */
const reportBytes = 524_288;
/** What all connections of a process hold in memory at once. */
const maxHeldBytes = 67_108_864;

/** Accepts mail by SMTP for our return paths and for domains that receive, and for no other address. It never sends any. */
export const smtpListener: PortListener = {
  name: 'inbound',
  role: 'inbound',
  isOn: ({ INBOUND_PORT }) => INBOUND_PORT !== null,
  async start(ctx) {
    const server = serverOf(ctx);
    return {
      port: await listen(server, ctx.config.INBOUND_PORT ?? 0, ctx.config.INBOUND_LISTEN, ctx.log),
      stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    };
  },
};

function serverOf(ctx: InstanceContext): SMTPServer {
  const { INBOUND_HOST, BOUNCE_HOST, INBOUND_TLS_CERT: cert, INBOUND_TLS_KEY: key, ...config } = ctx.config;
  const rates = localRates();
  const recipientsOf = new WeakMap<SMTPServerSession, Recipient[]>();
  const refused = new WeakMap<SMTPServerSession, number>();
  /** Mails that have arrived whole and have no reply yet. */
  const accepting = new WeakMap<SMTPServerSession, Promise<void>>();
  const budget = new ByteBudget({ maxBytes: maxHeldBytes });
  const answerCounter = ctx.metrics.counter(
    'inbound_answers_total',
    'Answers to recipients and mails of incoming connections, by code.',
  );
  const answer = (work: Promise<unknown>, answered: SmtpCallback): void => {
    work.then(
      () => {
        answerCounter.add(1, { code: 250 });
        answered();
      },
      (error: unknown) => {
        const refusal = refusalOf(ctx, error);
        answerCounter.add(1, { code: refusal.responseCode });
        answered(refusal);
      },
    );
  };
  const connections = connectionsByAddress(config.INBOUND_CONNECTION_SECONDS);
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
    maxRecipients: limits.incomingRecipients,
    socketTimeout: 60_000,
    closeTimeout: 5_000,
    onConnect(session, answered) {
      const max = config.INBOUND_CONNECTIONS_PER_ADDRESS;
      const endLife = (): Promise<void> => disconnectAfterReply(server, session, accepting.get(session));
      const isOpen = connections.open(session, max, () => void endLife());
      answered(isOpen ? null : smtpRefusal(421, '4.7.0', 'Too many connections from your address'));
    },
    onClose: (session) => connections.close(session),
    onMailFrom(_address, session, answered) {
      recipientsOf.set(session, []);
      const max = config.INBOUND_RATE_PER_ADDRESS;
      const isTooMuch = max > 0 && rates(network(session.remoteAddress), 60).used > max;
      answered(isTooMuch ? smtpRefusal(450, '4.7.1', 'Too much mail from your address, try again later') : null);
    },
    onRcptTo({ address }, session, answered) {
      const before = refused.get(session) ?? 0;
      refused.set(session, before + 1);
      const adding =
        before >= maxRefused ? refuseUnknownAddresses() : addRecipient(ctx, address, recipientsOf.get(session) ?? []);
      answer(
        adding.then(() => refused.set(session, before)),
        answered,
      );
    },
    onData(stream, session, answered) {
      const incoming = { stream, session, budget, disconnect: () => disconnect(server, session) };
      const handling = handleData(ctx, {
        ...incoming,
        recipients: recipientsOf.get(session) ?? [],
        onWhole: () => accepting.set(session, handling),
      });
      answer(
        handling.finally(() => accepting.delete(session)),
        answered,
      );
    },
  });
  return server;
}

async function addRecipient(ctx: InstanceContext, address: string, recipients: Recipient[]): Promise<void> {
  const recipient = await findRecipient(ctx, address);
  if (!recipient) throw smtpRefusal(550, '5.1.1', 'No such address here');
  recipients.push(recipient);
}

const refuseUnknownAddresses = async (): Promise<never> => {
  throw smtpRefusal(421, '4.7.0', 'Too many unknown addresses');
};

interface IncomingData {
  readonly stream: SMTPServerDataStream;
  readonly session: SMTPServerSession;
  readonly budget: ByteBudget;
  disconnect(): void;
  readonly recipients: readonly Recipient[];
  /** The final dot has come: from here on the client waits for the reply. */
  onWhole(): void;
}

/** Returns when all effects of the mail are committed. */
async function handleData(
  ctx: InstanceContext,
  { stream, session, budget, disconnect, recipients, onWhole }: IncomingData,
): Promise<void> {
  const isMail = recipients.some(({ kind }) => kind === 'mailbox');
  const maxBytes = ctx.config.INBOUND_MAX_BYTES;
  const maxKept = isMail ? maxBytes : Math.min(maxBytes, reportBytes);
  const held = budget.open();
  try {
    const message = await collectMessage(stream, { maxBytes, maxKept, held, disconnect });
    onWhole();
    const { mailFrom } = session.envelope;
    await handleMessage(ctx, {
      ...message,
      recipients,
      sender: mailFrom ? mailFrom.address : '',
      clientAddress: session.remoteAddress.replace(/^::ffff:/i, ''),
      helo: session.hostNameAppearsAs || '',
    });
  } finally {
    held.giveBack();
  }
}

function refusalOf(ctx: InstanceContext, error: unknown): SmtpRefusal {
  if (isSmtpRefusal(error)) return error;
  ctx.log.error({ error }, 'incoming mail could not be taken');
  return tryLater();
}
