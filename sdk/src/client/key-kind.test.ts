import { expect, test } from 'vitest';
import { Postrider, PostriderSession, PostriderTracker } from '../index.ts';
import { scriptedServer } from '../testing/scripted-server.ts';

const options = { baseUrl: 'http://localhost' };
const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
};

test('a key from a file with line ends is sent without them', async () => {
  const { options: toServer, requests } = await scriptedServer([{ status: 200, body: { id: '1' } }]);

  await new Postrider(' sk_x\r\n', toServer).contacts.get('1');

  expect(requests[0]?.headers.authorization).toBe('Bearer sk_x');
});

test.each(['\n', ' ', 'é', '\u2028', '…'])('a key with %j inside is refused, and not shown', (odd) => {
  for (const make of [
    () => new Postrider(`sk_hidden${odd}hidden`, options),
    () => new PostriderTracker(`pk_hidden${odd}hidden`, options),
  ]) {
    expect(messageOf(make)).toContain('characters that no key has');
    expect(messageOf(make)).not.toContain('hidden');
  }
});

test('a cookie with a line end or a letter of another alphabet is refused, and not shown', () => {
  for (const odd of ['\r\n', 'é', '\0']) {
    const message = messageOf(() => new PostriderSession({ ...options, cookie: `session=hidden${odd}hidden` }));
    expect(message).toContain('characters that no cookie has');
    expect(message).not.toContain('hidden');
  }
  expect(new PostriderSession({ ...options, cookie: 'a=1; session=2' })).toBeDefined();
});
