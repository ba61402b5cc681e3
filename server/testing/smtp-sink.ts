import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Postfix's own test server, which can refuse, wait and disconnect at any step. */
export interface SmtpSink {
  readonly port: number;
  readonly url: string;
  /** Messages that it accepted, in order, if started with `keeps`. */
  messages(): string[];
  stop(): Promise<void>;
}

const program = '/usr/sbin/smtp-sink';

/** `options` are smtp-sink's; with `keeps` every message that it accepts is written to a file of its own. */
export async function startSmtpSink(options: readonly string[] = [], { keeps = false } = {}): Promise<SmtpSink> {
  const folder = mkdtempSync(join(tmpdir(), 'smtp-sink-'));
  const port = await freePort();
  const kept = keeps ? ['-d', join(folder, '%M.')] : [];
  const identity = process.getuid?.() === 0 ? ['-u', 'root'] : [];
  const child = spawn(program, [...identity, ...kept, ...options, `127.0.0.1:${port}`, '1000'], { stdio: 'ignore' });
  await listening(port);
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    messages: () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1')),
    async stop() {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port: number): Promise<void> {
  for (const end = Date.now() + 5_000; Date.now() < end; ) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.end('QUIT\r\n'));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('smtp-sink did not start');
}
