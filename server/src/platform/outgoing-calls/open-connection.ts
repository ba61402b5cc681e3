import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type CallFailure, failed } from './call.ts';
import type { CallTarget } from './call-target.ts';

export interface Destination {
  readonly addresses: readonly string[];
  readonly port: number;
  /** The authority to trust instead of the usual ones; for the stand-in of a test. */
  readonly ca?: string;
  /** Asked once more about the address of the connection that was made. */
  mayUse(address: string): boolean;
}

interface Connection {
  readonly kind: 'connected';
  readonly socket: Socket;
}

type ConnectionTarget = Pick<CallTarget, 'isSecure' | 'host' | 'isAddress'>;

/** How long an address is tried while there is another one. */
const attemptMs = 3_000;

/** Connects to the first of the addresses that takes a connection. Nothing is sent on it yet. */
export async function openConnection(
  target: ConnectionTarget,
  destination: Destination,
  signal: AbortSignal,
): Promise<Connection | CallFailure> {
  let last: CallFailure = failed('connection', 'The connection failed.');
  for (const [index, address] of destination.addresses.entries()) {
    if (signal.aborted) break;
    const isLast = index === destination.addresses.length - 1;
    const attempt = await connectTo(target, destination, address, { signal, withinMs: isLast ? null : attemptMs });
    if (attempt.kind === 'connected' || attempt.reason !== 'connection') return attempt;
    last = attempt;
  }
  return last;
}

interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly withinMs: number | null;
}

function connectTo(
  target: ConnectionTarget,
  destination: Destination,
  address: string,
  { signal, withinMs }: AttemptOptions,
): Promise<Connection | CallFailure> {
  const socket = startConnecting(target, destination, address);
  return new Promise((resolve) => {
    let isConnected = false;
    const end = (result: Connection | CallFailure): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      if (result.kind === 'failed') socket.destroy();
      resolve(result);
    };
    const giveUp = (): void => end(failed('connection', 'The host did not answer.'));
    const timer = withinMs === null ? undefined : setTimeout(giveUp, withinMs);
    signal.addEventListener('abort', giveUp, { once: true });
    socket.once('connect', () => {
      isConnected = true;
      clearTimeout(timer);
      const { remoteAddress } = socket;
      if (!remoteAddress) end(failed('connection', 'The host closed the connection.'));
      else if (!destination.mayUse(remoteAddress))
        end(failed('address', 'The host has an address that may not be called.'));
      else if (!target.isSecure) end({ kind: 'connected', socket });
    });
    socket.once('secureConnect', () => end({ kind: 'connected', socket }));
    // Never removed: a socket without a listener for errors would end the process.
    socket.on('error', (error) => end(isConnected ? tlsFailure(error) : connectionFailure(error)));
    socket.once('close', () => end(failed(isConnected ? 'tls' : 'connection', 'The host closed the connection.')));
  });
}

/** The address is a literal, so nothing is looked up; the name is what the server hears and what its certificate must prove. */
function startConnecting(
  { isSecure, host, isAddress }: ConnectionTarget,
  { port, ca }: Destination,
  address: string,
): Socket {
  if (!isSecure) return connect({ host: address, port, noDelay: true });
  return connectTls({
    host: address,
    port,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true, // Why: an environment variable of Node would turn it off
    ...(isAddress ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
  });
}

const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The host refused the connection.',
  ECONNRESET: 'The host closed the connection.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host did not answer.',
};

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

const connectionFailure = (error: Error): CallFailure =>
  failed('connection', messages[codeOf(error)] ?? `The connection failed (${codeOf(error)}).`);

function tlsFailure(error: Error): CallFailure {
  const code = codeOf(error);
  const isOtherName = code === 'ERR_TLS_CERT_ALTNAME_INVALID';
  return failed(
    'tls',
    isOtherName ? 'The certificate is for another host.' : `No secure connection was made (${code}).`,
  );
}
