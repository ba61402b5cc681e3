import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

/**
 * What the server does at a step: the text of a reply, or a failure. `close`, `reset` and `stall` end or leave the
 * connection without a reply; `keep-and-close` accepts the message and loses its own reply.
 */
export type SmtpAct =
  | string
  | { readonly afterMs: number; readonly reply: string }
  | { readonly when: Promise<void>; readonly reply: string };

/** A reply that the server gives when the test says so, however slow the machine is. */
export function heldReply(reply: string): { readonly act: SmtpAct; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { act: { when: promise, reply }, release: resolve };
}

export interface SmtpScript {
  greeting?: SmtpAct;
  ehlo?: SmtpAct;
  auth?: SmtpAct;
  mail?: SmtpAct;
  rcpt?: SmtpAct;
  data?: SmtpAct;
  /** While the body is being received: at its first line. */
  body?: SmtpAct;
  dot?: SmtpAct;
  rset?: SmtpAct;
  /** Addresses that do not exist. */
  unknown?: RegExp;
}

type SmtpStep = Exclude<keyof SmtpScript, 'unknown'>;

export interface SmtpCapture {
  readonly from: string;
  readonly to: readonly string[];
  readonly message: Buffer;
}

/** An SMTP server that follows a script, including behaviour that no server should have. */
export interface ScriptedSmtp {
  readonly port: number;
  readonly url: string;
  /** May be changed at any time. */
  script: SmtpScript;
  /** Messages whose final dot arrived and that the server accepted. */
  readonly received: SmtpCapture[];
  /** Every command, without the body. */
  readonly commands: string[];
  /** Connections so far, those open now, and the most that were open at once. */
  readonly connections: number;
  readonly open: number;
  readonly maxOpen: number;
  /** After this many messages the server ends a connection as soon as the next one is under way. */
  closesAfter: number;
  /** Closes every open connection now. */
  cut(): void;
  close(): Promise<void>;
}

const defaultScript: Required<Omit<SmtpScript, 'unknown'>> = {
  greeting: '220 scripted ready',
  ehlo: '250-scripted\r\n250-PIPELINING\r\n250 SIZE 10485760',
  auth: '235 2.7.0 Ok',
  mail: '250 2.1.0 Ok',
  rcpt: '250 2.1.5 Ok',
  data: '354 End data with <CR><LF>.<CR><LF>',
  body: '',
  dot: '250 2.0.0 Ok: queued as SCRIPTED1',
  rset: '250 2.0.0 Ok',
};

/** With a certificate it speaks TLS from the first byte. */
export async function startScriptedSmtp(script: SmtpScript = {}, certificate?: Certificate): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    maxOpen = Math.max(maxOpen, sockets.size);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    handleConnection(socket, smtp);
  };
  const server = certificate ? createTlsServer(certificate, serve) : createServer(serve);
  let connections = 0;
  let maxOpen = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const smtp: ScriptedSmtp = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    script,
    received: [],
    commands: [],
    closesAfter: Number.POSITIVE_INFINITY,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    get maxOpen() {
      return maxOpen;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return smtp;
}

function handleConnection(socket: Socket, server: ScriptedSmtp): void {
  let input = Buffer.alloc(0);
  let from = '';
  let to: string[] = [];
  let lines: Buffer[] | null = null;
  let taken = 0;
  let isStalled = false;
  let isReplying = Promise.resolve();

  const act = async (step: SmtpStep): Promise<boolean> => {
    const action = server.script[step] ?? defaultScript[step];
    if (typeof action === 'object') {
      if ('when' in action) await action.when;
      else await new Promise((resolve) => setTimeout(resolve, action.afterMs));
      if (action.reply === 'close') socket.end();
      else socket.write(`${action.reply}\r\n`);
      return action.reply !== 'close' && /^[23]/.test(action.reply);
    }
    if (action === '') return true;
    if (action === 'stall') isStalled = true;
    else if (action === 'reset') socket.resetAndDestroy();
    else if (action === 'close' || action === 'keep-and-close') socket.end();
    else socket.write(`${action}\r\n`);
    return /^[23]/.test(action) || action === 'keep-and-close';
  };

  const command = async (line: string): Promise<void> => {
    server.commands.push(line);
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') await act('ehlo');
    else if (verb === 'AUTH') await act('auth');
    else if (verb === 'MAIL') {
      if (taken >= server.closesAfter) socket.end();
      else if (await act('mail')) from = /<(.*)>/.exec(line)?.[1] ?? '';
    } else if (verb === 'RCPT') {
      const address = /<(.*)>/.exec(line)?.[1] ?? '';
      if (server.script.unknown?.test(address)) socket.write('550 5.1.1 No such user\r\n');
      else if (await act('rcpt')) to.push(address);
    } else if (verb === 'DATA') {
      if (to.length === 0) socket.write('503 5.5.1 No recipients\r\n');
      else if (await act('data')) lines = [];
    } else if (verb === 'RSET') {
      [from, to] = ['', []];
      await act('rset');
    } else if (verb === 'QUIT') socket.end('221 2.0.0 Bye\r\n');
    else socket.write('502 5.5.2 Not here\r\n');
  };

  const bodyLine = async (line: Buffer): Promise<void> => {
    if (lines?.length === 0) await act('body');
    if (!line.equals(Buffer.from('.\r\n'))) {
      lines?.push(line[0] === 0x2e ? line.subarray(1) : line);
      return;
    }
    const mail = { from, to, message: Buffer.concat(lines ?? []) };
    [lines, from, to] = [null, '', []];
    taken += 1;
    const action = server.script.dot ?? defaultScript.dot;
    // Why before the reply: a server that lost its reply has the message all the same.
    const isKept =
      typeof action === 'object' ? /^2/.test(action.reply) || action.reply === 'close' : /^2|keep|stall/.test(action);
    if (isKept) server.received.push(mail);
    await act('dot');
  };

  socket.on('data', (chunk: Buffer) => {
    input = Buffer.concat([input, chunk]);
    isReplying = isReplying.then(async () => {
      for (let end = input.indexOf('\r\n'); end >= 0 && !isStalled; end = input.indexOf('\r\n')) {
        const line = input.subarray(0, end + 2);
        input = input.subarray(end + 2);
        if (lines) await bodyLine(Buffer.from(line));
        else await command(line.toString('latin1').trimEnd());
      }
    });
  });
  isReplying = isReplying.then(async () => void (await act('greeting')));
}
