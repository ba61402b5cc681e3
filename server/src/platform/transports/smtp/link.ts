import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type AttemptFacts, noFacts } from '../outcome.ts';
import type { SmtpRelay } from './smtp-relay.ts';
import type { SmtpTimeouts } from './timeouts.ts';

/** Called with every command and reply of a link; for fault runs, which end the process at a chosen one. */
export type Trace = (direction: 'client' | 'server', line: string) => void;

/** One connection to the relay, greeted, encrypted and signed in. */
export interface Link {
  readonly smtp: SMTPConnection;
  readonly socket: Socket;
  /** Fresh facts for one attempt over this link. */
  facts(): AttemptFacts;
  /** How many messages it has carried. */
  carried: number;
}

/** Makes the connection of a link, before TLS; ends it when the signal is aborted. */
export type Connect = (signal: AbortSignal) => Promise<Socket>;

export interface LinkOptions {
  readonly timeouts: SmtpTimeouts;
  readonly trace?: Trace | undefined;
  /** For a relay whose addresses must be judged; without it the system looks up the name. */
  readonly connect?: Connect | undefined;
}

/** Opens a link. Rejects with the client's error; its `response`, if any, is the server's reply. */
export async function openLink(relay: SmtpRelay, { timeouts, trace, connect: given }: LinkOptions): Promise<Link> {
  const socket = given ? await inTime(given, timeouts.connectMs) : await openSocket(relay, timeouts.connectMs);
  const smtp = new SMTPConnection({
    ...tlsRules(relay),
    host: relay.host,
    port: relay.port,
    connection: socket,
    connectionTimeout: timeouts.greetingMs + timeouts.stepMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.stepMs,
    maxResponseSize: 64 * 1024,
    ...(relay.ehloName ? { name: relay.ehloName } : {}),
    ...(trace ? { transactionLog: true, logger: tracing(trace) } : { logger: false }),
  });
  try {
    await settled(smtp, (done) => smtp.connect(done));
    if (relay.auth) await signIn(smtp, relay.auth);
    return linkOf(smtp, relay);
  } catch (error) {
    smtp.close();
    socket.destroy();
    throw error;
  }
}

/** M12, T40: TLS with a valid certificate off loopback, and no password in clear anywhere. */
function tlsRules(relay: SmtpRelay): SMTPConnection.Options {
  const isNeeded = !relay.isLoopback || relay.auth !== null;
  return {
    secure: relay.isImplicitTls,
    requireTLS: !relay.isImplicitTls && isNeeded,
    ignoreTLS: !relay.isImplicitTls && !isNeeded,
    tls: { rejectUnauthorized: !relay.isLoopback, minVersion: 'TLSv1.2', ...(relay.ca ? { ca: relay.ca } : {}) },
  };
}

async function openSocket(relay: SmtpRelay, withinMs: number): Promise<Socket> {
  const socket = connect({ host: relay.host, port: relay.port, noDelay: true });
  const timer = setTimeout(() => socket.destroy(new Error('The relay did not answer in time.')), withinMs);
  try {
    await once(socket, 'connect');
    return socket;
  } finally {
    clearTimeout(timer);
  }
}

async function inTime(connectIn: Connect, withinMs: number): Promise<Socket> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  try {
    return await connectIn(late.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function signIn(smtp: SMTPConnection, auth: NonNullable<SmtpRelay['auth']>): Promise<void> {
  if (!smtp.secure) throw new Error('A password is not sent without TLS.');
  await settled(smtp, (done) => smtp.login({ credentials: { ...auth } }, done));
}

/** A step of the client as a promise. Why also by event: some failures are only announced, not returned. */
function settled(smtp: SMTPConnection, step: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => finish(() => reject(error));
    const ended = (): void => finish(() => reject(new Error('The relay closed the connection.')));
    const finish = (then: () => void): void => {
      smtp.off('error', fail);
      smtp.off('end', ended);
      smtp.on('error', () => {}); // Why: an error without a listener would end the process
      then();
    };
    smtp.on('error', fail);
    smtp.on('end', ended);
    step((error) => (error ? fail(error) : finish(resolve)));
  });
}

function linkOf(smtp: SMTPConnection, relay: SmtpRelay): Link {
  const socket = smtp._socket; // the socket in use: a TLS one after STARTTLS
  if (!socket) throw new Error('The relay closed the connection.');
  return { smtp, socket, carried: 0, facts: () => factsOf(smtp, socket, relay) };
}

function factsOf(smtp: SMTPConnection, socket: Socket, relay: SmtpRelay): AttemptFacts {
  const tls = 'getCipher' in socket ? (socket as TLSSocket) : null; // only TLS sockets have ciphers
  return {
    ...noFacts(`${relay.host}:${relay.port}`),
    remoteAddress: socket.remoteAddress ?? null,
    tlsVersion: tls?.getProtocol() ?? null,
    tlsCipher: tls?.getCipher()?.name ?? null,
    tlsVerified: tls ? tls.authorized : null,
    ehloName: smtp.name,
    connectedAt: new Date(),
  };
}

/** The client's logger takes a record and a line; only commands and replies are of interest. */
function tracing(trace: Trace): NonNullable<SMTPConnection.Options['logger']> {
  const forward = (record: { tnx?: string }, line: string): void => {
    if (record.tnx === 'client' || record.tnx === 'server') trace(record.tnx, String(line));
  };
  const silent = (): void => {};
  return {
    level: silent,
    trace: silent,
    debug: forward,
    info: silent,
    warn: silent,
    error: silent,
    fatal: silent,
  } as never; // bunyan's shape
}
