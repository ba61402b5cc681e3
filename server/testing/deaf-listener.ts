import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A port that listens and never accepts: new connections are neither refused nor made, as behind a firewall that drops packets. */
export interface DeafListener {
  readonly port: number;
  close(): Promise<void>;
}

const program = `
  const server = require('node:net').createServer();
  server.listen(0, '127.0.0.1', 1, () => {
    process.stdout.write(String(server.address().port) + '\\n', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;
const quietMs = 300;

export async function startDeafListener(): Promise<DeafListener> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const port = Number(String(line).trim());
  const waiting: Socket[] = [];
  // The kernel makes connections until its queue is full.
  for (let isFull = false; !isFull; ) {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    waiting.push(socket);
    isFull = await Promise.race([
      once(socket, 'connect').then(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, quietMs, true)),
    ]);
  }
  return {
    port,
    async close() {
      for (const socket of waiting) socket.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
