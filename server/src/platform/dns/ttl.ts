import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

export type TtlType = 'TXT' | 'MX' | 'CNAME';

const types: Record<TtlType, number> = { TXT: 16, MX: 15, CNAME: 5 };

/**
 * Queries the TTL of an answer, which `node:dns` does not return for these types. Used only for advice, so every failure
 * returns null.
 */
export async function askTtl(server: string, name: string, type: TtlType, timeoutMs: number): Promise<number | null> {
  const { host, port } = addressOf(server);
  const id = randomInt(0x10000);
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  try {
    return await new Promise<number | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), timeoutMs);
      socket.on('error', () => resolve(null));
      socket.on('message', (message) => {
        if (message.length < 12 || message.readUInt16BE(0) !== id) return;
        clearTimeout(timer);
        resolve(readTtl(message, types[type]));
      });
      // Why: connected, so that only datagrams of this server are received.
      socket.connect(port, host, () => socket.send(question(id, name, types[type])));
      socket.once('close', () => clearTimeout(timer));
    });
  } finally {
    socket.close();
  }
}

/** `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` or `[2001:db8::1]:53`. */
export function addressOf(server: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::(\d+))?$/.exec(server) ?? [];
  return { host: bracketed ?? plain ?? server, port: Number(port ?? 53) };
}

/** EDNS: 1,232 octets, which fit everywhere; a key of 2048 bits does not fit into the old 512. */
const ednsRecord = Buffer.from([0, 0, 41, 0x04, 0xd0, 0, 0, 0, 0, 0, 0]);

function question(id: number, name: string, type: number): Buffer {
  const labels = name.split('.').filter(Boolean);
  const encoded = labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(0x0100, 2); // recursion desired
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(1, 10);
  return Buffer.concat([head, ...encoded, Buffer.from([0, 0, type, 0, 1]), ednsRecord]);
}

/** The smallest TTL of the answers of this type, or null when the message has none or cannot be parsed. */
export function readTtl(message: Buffer, type: number): number | null {
  try {
    const ttls: number[] = [];
    let index = 12;
    for (let left = message.readUInt16BE(4); left > 0; left -= 1) index = afterName(message, index) + 4;
    for (let left = message.readUInt16BE(6); left > 0; left -= 1) {
      index = afterName(message, index);
      if (message.readUInt16BE(index) === type) ttls.push(message.readUInt32BE(index + 4));
      index += 10 + message.readUInt16BE(index + 8);
    }
    return ttls.length > 0 ? Math.min(...ttls) : null;
  } catch {
    return null; // cut off, or not a message at all
  }
}

/** Names are skipped, never followed: a pointer ends one. */
function afterName(message: Buffer, start: number): number {
  for (let index = start; ; ) {
    const length = message.readUInt8(index);
    if (length >= 0xc0) return index + 2;
    if (length === 0) return index + 1;
    index += length + 1;
  }
}
