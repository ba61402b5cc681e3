import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';

/** `node zone-server.ts <file>`: serves TXT records from a JSON file, nothing for other names; prints its port. */
const [file = ''] = process.argv.slice(2);
const texts = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)); // our own file

const server = createSocket('udp4');
server.on('message', (message, { port, address }) => {
  let end = 12;
  const labels: string[] = [];
  for (let length = message[end] ?? 0; length > 0; length = message[end] ?? 0) {
    labels.push(message.toString('latin1', end + 1, end + 1 + length));
    end += length + 1;
  }
  const text = message.readUInt16BE(end + 1) === 16 ? texts.get(labels.join('.').toLowerCase()) : undefined;
  const head = Buffer.from(message.subarray(0, end + 5));
  head.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(text === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  server.send(text === undefined ? head : Buffer.concat([head, txtRecord(text)]), port, address);
});

function txtRecord(text: string): Buffer {
  const parts = (text.match(/.{1,255}/g) ?? []).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
  );
  const data = Buffer.concat(parts);
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 1, 0x2c, data.length >> 8, data.length & 0xff]);
  return Buffer.concat([head, data]);
}

server.bind(0, '127.0.0.1', () => console.log(server.address().port));
