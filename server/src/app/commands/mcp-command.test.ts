import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { baseEnvironment, main } from '#testing/server-process';
import { testApp } from '#testing/test-app';
import { answerTo } from './mcp-command.ts';

async function agent(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  const { NODE_COMPILE_CACHE = '' } = baseEnvironment();
  const env = { ...getDefaultEnvironment(), NODE_COMPILE_CACHE, POSTRIDER_KEY: key };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', '--url', url], env }),
    { timeout: 120_000 },
  );
  return client;
}

test('an agent that starts the program reads what the instance returns (D-1070)', async () => {
  const app = await testApp();
  const { secretKey } = await app.given.project();
  await app.as(secretKey).post('/contacts', { email: 'ada@example.com' });
  const client = await agent(app.url, secretKey);

  const { content } = await client.callTool({ name: 'list_contacts', arguments: {} }, { timeout: 120_000 });
  expect(content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('ada@example.com') });
}, 240_000);

test('what the instance refuses is said to the agent (D-1070)', async () => {
  const app = await testApp();
  await expect(agent(app.url, `sk_${'x'.repeat(40)}`)).rejects.toThrow(/key/i);
}, 240_000);

test.each([
  ['{"jsonrpc":"2.0","id":1', -32_700],
  ['hello', -32_700],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
  ['null', -32_600],
])('a line that is no message is answered with an error without id: %s', async (line, code) => {
  const nobody = new URL('http://127.0.0.1:1/mcp');
  expect(await answerTo(line, nobody, 'sk_none')).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code, message: expect.any(String) },
  });
});

test('of two messages that the instance never gets, the request is answered and the notification is not', async () => {
  const nobody = new URL('http://127.0.0.1:1/mcp');
  expect(await answerTo('{"jsonrpc":"2.0","id":7,"method":"ping"}', nobody, 'sk_none')).toMatchObject({
    id: 7,
    error: { code: -32_000 },
  });
  expect(await answerTo('{"jsonrpc":"2.0","method":"notifications/initialized"}', nobody, 'sk_none')).toBeNull();
});
