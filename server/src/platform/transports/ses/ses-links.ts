import { once } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { connect, isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';

/** Where the service answers, as the SDK has resolved it. */
export interface SesPlace {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
}

/** One connection to the service: resolved, connected, encrypted. It carries one request at a time. */
export interface SesLink {
  readonly socket: Socket | TLSSocket;
  /** Sends requests over this connection and never opens another. */
  readonly agent: HttpAgent;
  readonly place: string;
}

export interface SesLinks {
  /** Whoever takes one must not trust it: the service may have closed it this moment. */
  takeIdle(place: SesPlace): SesLink | undefined;
  /** A new one. Rejects when it cannot be had in time; nothing was sent then. */
  open(place: SesPlace, signal: AbortSignal): Promise<SesLink>;
  put(link: SesLink): void;
  close(): void;
}

interface Options {
  readonly ca: string | null;
  readonly connectMs: number;
}

/** Far below what the service grants, so that a connection which is used again is not about to be closed. */
const idleMs = 5_000;
const maxIdle = 50;

export function makeSesLinks({ ca, connectMs }: Options): SesLinks {
  const idle: { link: SesLink; timer: NodeJS.Timeout }[] = [];
  let isClosed = false;

  return {
    takeIdle(place) {
      const key = keyOf(place);
      for (let index = idle.length - 1; index >= 0; index -= 1) {
        const [entry] = idle[index]?.link.place === key ? idle.splice(index, 1) : [];
        if (!entry) continue;
        clearTimeout(entry.timer);
        if (isUsable(entry.link)) return entry.link;
        entry.link.socket.destroy();
      }
      return undefined;
    },
    open: async (place, signal) => linkOver(await openSocket(place, { ca, connectMs }, signal), keyOf(place)),
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

const portOf = ({ protocol, port }: SesPlace): number => port ?? (protocol === 'http:' ? 80 : 443);
const keyOf = (place: SesPlace): string => `${place.protocol}//${place.hostname}:${portOf(place)}`;

async function openSocket(place: SesPlace, { ca, connectMs }: Options, signal: AbortSignal): Promise<Socket> {
  const host = place.hostname.replace(/^\[(.*)\]$/, '$1');
  const where = { host, port: portOf(place), noDelay: true };
  const isPlain = place.protocol === 'http:';
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
    socket.on('error', () => {}); // Why: while it is idle nobody else listens, and that would end the process
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** An agent of the runtime that has this one connection: it frames requests and replies, and knows when it is free again. */
function linkOver(socket: Socket, place: string): SesLink {
  const options = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 };
  const agent = place.startsWith('http:') ? new HttpAgent(options) : new HttpsAgent(options);
  let isTaken = false;
  agent.createConnection = (_options, done) => {
    const lost = isTaken;
    isTaken = true;
    if (!lost) return socket;
    done?.(new Error('The link was lost before the request began.'), socket);
    return undefined;
  };
  return { socket, agent, place };
}
