import { expect, test } from 'vitest';
import { readMessages } from './frontend-messages.ts';

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const packet = (code: number, body = ''): Buffer =>
  Buffer.concat([int32(8 + Buffer.byteLength(body)), int32(code), Buffer.from(body)]);
const message = (type: string, body = ''): Buffer =>
  Buffer.concat([Buffer.from(type), int32(4 + Buffer.byteLength(body)), Buffer.from(body)]);

const sslRequest = packet(80877103);
const startup = packet(196608, 'user\0root\0\0');
/** Two simple queries, and three executions with two `Sync`; bodies contain the letters of other messages. */
const traffic = Buffer.concat([
  sslRequest,
  startup,
  message('p', 'SQE\0'),
  message('Q', 'begin; select 1\0'),
  message('P', 'name\0SSSSQQQQEEEE\0\0\0'),
  message('B', 'S'.repeat(1_000)),
  message('D', 'P\0'),
  message('E', '\0\0\0\0\0'),
  message('S'),
  message('B'),
  message('E', '\0\0\0\0\0'),
  message('B'),
  message('E', '\0\0\0\0\0'),
  message('S'),
  message('d', 'Q'.repeat(70)),
  message('Q', 'commit\0'),
  message('X'),
]);

test.each([1, 2, 3, 4, 5, 7, 8, 64, 1_000, traffic.length])('messages in chunks of %d bytes are counted', (size) => {
  const reader = readMessages();

  for (let from = 0; from < traffic.length; from += size) reader.read(traffic.subarray(from, from + size));

  expect(reader.counts).toEqual({ roundTrips: 4, statements: 5 });
});

test('a message whose body is not complete has been counted, and the next one is not read from it', () => {
  const reader = readMessages();

  reader.read(startup);
  reader.read(message('Q', 'x'.repeat(100)).subarray(0, 20));

  expect(reader.counts).toEqual({ roundTrips: 1, statements: 1 });
  reader.read(Buffer.concat([Buffer.from('S'.repeat(85)), message('S')]));
  expect(reader.counts).toEqual({ roundTrips: 2, statements: 1 });
});

test('what is not the protocol is refused instead of counted wrongly', () => {
  const encrypted = readMessages();
  encrypted.read(sslRequest);

  expect(() => encrypted.read(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1]))).toThrow('encrypted');
  expect(() => readMessages().read(Buffer.from('\0\0\0\x01GET '))).toThrow('length 1');
});
