import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#testing/test-app';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

async function agent(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  const env = { ...getDefaultEnvironment(), POSTRIDER_KEY: key };
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
