import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { recipientUrls } from './recipient-urls.ts';
import { remakeLinks } from './remake-links.ts';

const config = loadConfig({
  DATABASE_URL: 'postgres://unused',
  SECRET_KEY: 'a secret of more than 32 characters',
  BASE_URL: 'https://mail.example',
  CELL: 'eu1',
});
const ownerOf = (handle = 'abcdefgh') => ({ handle, contactId: randomUUID(), emailId: randomUUID() });

test('all four personal links are replaced, wherever they are and however their slashes are encoded', () => {
  const [ann, bob] = [recipientUrls(config, ownerOf()), ownerOf()];
  const mail = (urls: typeof ann) =>
    `<a href="${urls.unsubscribeUrl}">out</a> ${urls.manageUrl}. (${urls.subscribeUrl}) ${urls.viewUrl}?a=1 ` +
    `https://other.example/?next=${encodeURIComponent(urls.manageUrl)}`;

  expect(remakeLinks(config, mail(ann), bob)).toBe(mail(recipientUrls(config, bob)));
});

test('links that another installation made, before the project was moved here, are replaced', () => {
  const [ann, bob] = [recipientUrls({ ...config, CELL: '' }, ownerOf()), ownerOf()];

  expect(remakeLinks(config, ann.manageUrl, bob)).toBe(recipientUrls(config, bob).manageUrl);
});

test('links that we have not signed, or signed for another project or purpose, are not changed', () => {
  const ann = recipientUrls(config, ownerOf());
  const token = ann.unsubscribeUrl.split('/').at(-1) ?? '';
  const texts = [
    `https://mail.example/u/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `https://mail.example/m/${token}`,
    `https://mail.example/x/${token}`,
    recipientUrls(config, ownerOf('zyxwvuts')).unsubscribeUrl,
    'https://mail.example/u/short',
  ];

  for (const text of texts) expect(remakeLinks(config, text, ownerOf())).toBe(text);
});

test('a text full of false links costs a bounded number of checks', () => {
  const false1 = (n: number) => `/u/1eu1-abcdefgh${String(n).padStart(80, 'A')} `;
  const text = Array.from({ length: 20_000 }, (_, n) => false1(n)).join('');

  expect(remakeLinks(config, text, ownerOf())).toBe(text);
});
