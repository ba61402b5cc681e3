import { once } from 'node:events';
import { createServer } from 'node:net';

/** What one machine of the page listens on; here all of them are this machine. */
export interface MachinePorts {
  readonly etcdPeer: number;
  readonly etcd: number;
  readonly patroni: number;
  readonly postgres: number;
}

const first = 10_000; // below the range of outgoing connections, one of which could take the port of a machine that is off
const end = 30_000;

/** Free ports, from a place that depends on this process. */
export async function takePorts(count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let port = first + ((process.pid * 32) % (end - first)); taken.length < count; port += 1) {
    if (port >= end) port = first;
    if (await isFree(port)) taken.push(port);
  }
  return taken;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isListening;
}
