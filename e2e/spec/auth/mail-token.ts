import assert from 'node:assert/strict';
import type { Mail } from '../instance/mailbox.ts';

/** The token of the link in an account mail. */
export function mailToken({ body }: Mail): string {
  const token = /[?&]token=([\w.-]+)/.exec(body)?.[1] ?? '';
  assert.notEqual(token, '', `no link in:\n${body}`);
  return token;
}
