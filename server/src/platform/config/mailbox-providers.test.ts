import { expect, test } from 'vitest';
import mailboxProviders from './mailbox-providers.json' with { type: 'json' };

test('the mailbox providers are lower case, sorted, and none is listed twice', () => {
  expect(mailboxProviders.filter((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))).toEqual([]);
  expect(mailboxProviders).toEqual([...new Set(mailboxProviders)].sort());
});
