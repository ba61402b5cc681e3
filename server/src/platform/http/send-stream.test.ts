import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '#testing';
import { until } from '#testing/until';
import { answer, definePageRoute } from './index.ts';
import { sendStream } from './send-stream.ts';

/** How many parts of each name were read, and whether its stream is closed. */
const reads = new Map<string, { parts: number; isClosed: boolean }>();

const parts = definePageRoute({
  method: 'GET',
  path: '/parts/:name',
  summary: 'A text in many parts',
  params: z.object({ name: z.string() }),
  replies: { 200: z.string() },
  produces: 'text/csv',
  async run(_call, { params: { name } }) {
    const read = { parts: 0, isClosed: false };
    reads.set(name, read);
    const stream = Readable.from(partsOf(name, read), { objectMode: false });
    stream.once('close', () => {
      read.isClosed = true;
    });
    return answer(200, stream, { 'content-type': 'text/csv; charset=utf-8' });
  },
});

async function* partsOf(name: string, read: { parts: number }): AsyncGenerator<string> {
  for (; read.parts < (name === 'few' ? 3 : 100_000); read.parts += 1) {
    if (name === 'broken' && read.parts === 2) throw new Error('no more');
    yield name === 'few' ? `${read.parts}\n` : 'x'.repeat(10_000);
  }
}

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {}, { extraRoutes: [parts] });
});
afterAll(() => app.close());

const isClosed = (name: string) => vi.waitFor(() => expect(reads.get(name)?.isClosed).toBe(true));

test('a body that is a stream is sent part by part, with the type that the route names, and closed', async () => {
  const reply = await app.anyone.get('/parts/few');

  expect([reply.status, reply.text]).toEqual([200, '0\n1\n2\n']);
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  await isClosed('few');
});

test('HEAD reads nothing of it, and closes it', async () => {
  const reply = await app.anyone.send({ method: 'HEAD', path: '/parts/many' });

  expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([200, '', 'text/csv; charset=utf-8']);
  await isClosed('many');
  expect(reads.get('many')?.parts).toBe(0);
});

test('a caller who leaves closes it', async () => {
  const request = get(`${app.url}/parts/left`);
  const [response]: IncomingMessage[] = await once(request, 'response');
  response?.destroy();

  await isClosed('left');
  expect(reads.get('left')?.parts).toBeLessThan(100_000);
});

test('one that fails cuts the reply off, so that it is not taken for the whole', async () => {
  const request = get(`${app.url}/parts/broken`);
  const [response]: IncomingMessage[] = await once(request, 'response');

  await expect(response?.toArray()).rejects.toThrow('aborted');
  await isClosed('broken');
});

test('one of which the caller takes nothing for long is closed', async () => {
  const read = { parts: 0 };
  const body = Readable.from(partsOf('held', read), { objectMode: false });
  const server = fastify();
  onTestFinished(() => server.close());
  server.get('/', (_request, reply) => sendStream(reply, body, app.app.services.log, 20));
  const address = await server.listen({ port: 0 });

  const request = get(address);
  onTestFinished(() => void request.destroy());
  await once(request, 'response'); // and nothing of its body is read

  expect(await until(() => body.destroyed)).toBe(true);
  expect(read.parts).toBeLessThan(100_000);
});
