import { createInterface } from 'node:readline';
import { commandKey } from '#platform/config';
import { type Command, WrongUse } from './command.ts';

const withinMs = 60_000;

/** `postrider mcp`: for agents that start a program instead of calling an address. Each line goes to `/mcp` of an instance. */
export const mcpCommand: Command = {
  name: 'mcp',
  usage: '--url <address>',
  summary: 'Pass messages of an agent to an instance; its secret key is in POSTRIDER_KEY',
  options: { url: 'text' },
  async run({ texts: { url = '' } }) {
    if (!URL.canParse(url)) throw new WrongUse('mcp needs --url, the address of an instance.');
    const key = commandKey();
    if (!key) throw new WrongUse('The secret key of the project is missing: set POSTRIDER_KEY.');
    const target = new URL('mcp', url.endsWith('/') ? url : `${url}/`);
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === '') continue;
      const answer = await answerTo(line, target, key);
      if (answer !== null) process.stdout.write(`${JSON.stringify(answer)}\n`);
    }
  },
};

/** Null for a notification. What the instance refuses, and its silence, are errors of the protocol. */
export async function answerTo(line: string, target: URL, key: string): Promise<object | null> {
  const message = messageIn(line);
  if (message === null) return failureOf(null, -32_700, 'Parse error: the line is not JSON.');
  if (!isObject(message.value)) return failureOf(null, -32_600, 'Invalid request: a line is one message, an object.');
  const { id = null } = message.value;
  const failed = (text: string): object | null => (id === null ? null : failureOf(id, -32_000, text));
  try {
    const reply = await fetch(target, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: line,
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    if (reply.status === 202) return null;
    const body = (await reply.json()) as { error?: { message?: string; suggestion?: string } }; // every reply is JSON
    if (reply.ok) return body;
    const { message: reason = `The instance answered ${reply.status}.`, suggestion = '' } = body.error ?? {};
    return failed(`${reason} ${suggestion}`.trim());
  } catch (error) {
    return failed(`${target.origin} does not answer as an instance does: ${String(error)}`);
  }
}

const failureOf = (id: unknown, code: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

function messageIn(line: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(line) };
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
