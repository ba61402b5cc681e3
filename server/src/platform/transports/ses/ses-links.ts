import { once } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** The address of the service, as the SDK has resolved it. */
export interface SesEndpoint {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
}

/** One connection to the service: resolved, connected, encrypted. It carries one request at a time. */
export interface SesLink {
  readonly socket: Socket | TLSSocket;
  /** Sends requests over this connection and never opens another. */
  readonly agent: HttpAgent;
  readonly endpoint: string;
}

export interface SesLinks {
  /** The caller must not rely on it: the service may have closed it this moment. */
  takeIdle(endpoint: SesEndpoint): SesLink | undefined;
  /** Opens a new one. Rejects when that fails or takes too long; nothing was sent then. */
  open(endpoint: SesEndpoint, signal: AbortSignal): Promise<SesLink>;
  put(link: SesLink): void;
  close(): void;
}

interface Options {
  readonly ca: string | null;
  readonly connectMs: number;
}

/** Far below the service's own limit, so that a reused connection is not about to be closed. */
const idleMs = 5_000;
const maxIdle = 50;

export function makeSesLinks({ ca, connectMs }: Options): SesLinks {
  const idle: { link: SesLink; timer: NodeJS.Timeout }[] = [];
  let isClosed = false;

  return {
    takeIdle(endpoint) {
      const key = keyOf(endpoint);
      for (let index = idle.length - 1; index >= 0; index -= 1) {
        const [entry] = idle[index]?.link.endpoint === key ? idle.splice(index, 1) : [];
        if (!entry) continue;
        clearTimeout(entry.timer);
        if (isUsable(entry.link)) return entry.link;
        entry.link.socket.destroy();
      }
      return undefined;
    },
    open: async (endpoint, signal) => makeLink(await openSocket(endpoint, { ca, connectMs }, signal), keyOf(endpoint)),
    put(link) {
      if (isClosed || idle.length >= maxIdle || !isUsable(link)) return void link.socket.destroy();
      const timer = setTimeout(() => {
        idle.splice(
          idle.findIndex((entry) => entry.link === link),
          1,
        );
        link.socket.destroy();
      }, idleMs);
      timer.unref();
      idle.push({ link, timer });
    },
    close() {
      isClosed = true;
      for (const { link, timer } of idle.splice(0)) {
        clearTimeout(timer);
        link.socket.destroy();
      }
    },
  };
}

export const isUsable = ({ socket }: SesLink): boolean =>
  !socket.destroyed && !socket.readableEnded && socket.readable && socket.writable;

const portOf = ({ protocol, port }: SesEndpoint): number => port ?? (protocol === 'http:' ? 80 : 443);
const keyOf = (endpoint: SesEndpoint): string => `${endpoint.protocol}//${endpoint.hostname}:${portOf(endpoint)}`;

async function openSocket(endpoint: SesEndpoint, { ca, connectMs }: Options, signal: AbortSignal): Promise<Socket> {
  const host = endpoint.hostname.replace(/^\[(.*)\]$/, '$1');
  const where = { host, port: portOf(endpoint), noDelay: true };
  const isPlain = endpoint.protocol === 'http:';
  const socket = isPlain
    ? connect(where)
    : connectTls({
        ...where,
        minVersion: 'TLSv1.2',
        ALPNProtocols: ['http/1.1'],
        ...(isIP(host) ? {} : { servername: host }),
        ...(ca ? { ca } : {}),
      });
  const giveUp = (reason: string) => (): void => void socket.destroy(new Error(reason));
  const timer = setTimeout(giveUp('The service did not answer in time.'), connectMs);
  const abort = giveUp('The hand-over was given up.');
  signal.addEventListener('abort', abort, { once: true });
  try {
    await once(socket, isPlain ? 'connect' : 'secureConnect');
    socket.on('error', () => {}); // Why: while it is idle it has no other listener, and an error would end the process
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** A Node agent with this one connection: it frames requests and replies, and knows when the connection is free again. */
function makeLink(socket: Socket, endpoint: string): SesLink {
  const options = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 };
  const agent = endpoint.startsWith('http:') ? new HttpAgent(options) : new HttpsAgent(options);
  let isTaken = false;
  agent.createConnection = (_options, done) => {
    const lost = isTaken;
    isTaken = true;
    if (!lost) return socket;
    done?.(new Error('The link was lost before the request began.'), socket);
    return undefined;
  };
  return { socket, agent, endpoint };
}
