import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { readRecipientToken } from '#pure/recipient-tokens';
import { recipientKeys, recipientUrls } from './recipient-urls.ts';

const secret = 'the first secret of more than 32 letters';
const configOf = (settings: Record<string, string> = {}) =>
  loadConfig({
    DATABASE_URL: 'postgres://unused',
    SECRET_KEY: secret,
    BASE_URL: 'https://mail.example/',
    CELL: 'eu1',
    ...settings,
  });

test('the addresses of a recipient lead to the four pages, each with a token of its own purpose', () => {
  const config = configOf();
  const owner = { handle: 'abcdefgh', contactId: randomUUIDv7(), emailId: randomUUIDv7() };

  const urls = recipientUrls(config, owner);

  const read = (url: string, path: string, purpose: 'unsubscribe' | 'subscribe' | 'manage' | 'view') => {
    expect(url.startsWith(`https://mail.example${path}1eu1-abcdefgh`)).toBe(true);
    return readRecipientToken(url.slice(`https://mail.example${path}`.length), purpose, recipientKeys(config));
  };
  const payload = { cell: 'eu1', ...owner, linkId: null };
  expect(read(urls.unsubscribeUrl, '/u/', 'unsubscribe')).toEqual({ purpose: 'unsubscribe', ...payload });
  expect(read(urls.subscribeUrl, '/s/', 'subscribe')).toEqual({ purpose: 'subscribe', ...payload });
  expect(read(urls.manageUrl, '/m/', 'manage')).toEqual({ purpose: 'manage', ...payload });
  expect(read(urls.viewUrl, '/v/', 'view')).toEqual({ purpose: 'view', ...payload });
});

test('links of sent mail stay valid after SECRET_KEY was changed, if the old one is listed (D-650)', () => {
  const owner = { handle: 'abcdefgh', contactId: randomUUIDv7(), emailId: randomUUIDv7() };
  const token = recipientUrls(configOf(), owner).manageUrl.split('/').at(-1) ?? '';
  const next = { SECRET_KEY: 'the second secret of more than 32 letters' };

  const listed = configOf({ ...next, SECRET_KEYS_OLD: secret });

  expect(readRecipientToken(token, 'manage', recipientKeys(listed))).toMatchObject(owner);
  expect(readRecipientToken(token, 'manage', recipientKeys(configOf(next)))).toBeNull();
});
