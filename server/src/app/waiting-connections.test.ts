import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { copyDatabase, dropDatabase, urlOf } from '#testing';
import { startServer } from '#testing/server-process';
import { until } from '#testing/until';

vi.setConfig({ testTimeout: 300_000 });

/** More than Node lets wait unless it is told otherwise (511), and fewer than Linux allows (4,096). */
const callers = 1_500;

/** What the system allows; one that does not say is taken to allow too few. */
const allowed = (() => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
})();

async function givenServer(processes: string) {
  const name = await copyDatabase(inject('templateDatabase'));
  onTestFinished(() => dropDatabase(name));
  const server = await startServer('api', {
    ENVIRONMENT: 'test',
    HOST: '127.0.0.1',
    SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters',
    DASHBOARD_FOLDER: 'none',
    LOG_LEVEL: 'fatal',
    OPEN_CALLS_PER_ADDRESS: '0',
    PROCESSES: processes,
    DATABASE_URL: urlOf(name),
  });
  onTestFinished(() => server.stop());
  return server;
}

/** A caller that asks as soon as it is connected, and what has become of it. */
function call(port: number): { socket: Socket; isConnected: boolean; reply: string } {
  const socket = connect(port, '127.0.0.1');
  const caller = { socket, isConnected: false, reply: '' };
  socket.on('connect', () => {
    caller.isConnected = true;
    socket.write('GET /health HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n');
  });
  socket.on('data', (part) => {
    caller.reply += part.toString('latin1');
  });
  socket.on('error', () => {});
  return caller;
}

test.skipIf(allowed < callers).each(['1', '2'])(
  'callers that come while nothing is taken up wait for their reply, with %s processes',
  async (processes) => {
    const server = await givenServer(processes);
    const port = Number(new URL(server.url).port);

    server.child.kill('SIGSTOP');
    const all = Array.from({ length: callers }, () => call(port));
    onTestFinished(() => {
      for (const { socket } of all) socket.destroy();
    });
    await until(() => all.every(({ isConnected }) => isConnected));
    const connected = all.filter(({ isConnected }) => isConnected).length;
    server.child.kill('SIGCONT');
    expect(connected).toBe(callers);
    await until(() => all.every(({ reply }) => reply !== ''));

    const served = all.filter(({ reply }) => reply.startsWith('HTTP/1.1 200')).length;
    expect(served).toBe(callers);
  },
);
