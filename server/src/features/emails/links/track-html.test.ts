import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { findLinks } from '#pure/mail-links';
import { readRecipientToken } from '#pure/recipient-tokens';
import { relativeCost } from '#testing/processor-time';
import { linkIdOf } from './link-id.ts';
import { recipientKeys, recipientUrls } from './recipient-urls.ts';
import { type TrackedMail, trackHtml } from './track-html.ts';

const config = loadConfig({
  DATABASE_URL: 'postgres://unused',
  SECRET_KEY: 'a secret of more than 32 characters',
  BASE_URL: 'https://mail.example',
});
const mail: TrackedMail = {
  projectId: randomUUIDv7(),
  handle: 'abcdefgh',
  emailId: randomUUIDv7(),
  tracksOpens: true,
  tracksClicks: true,
  trackingHost: null,
};
const html = '<html><body><a href="https://acme.example/?a=1&amp;b=2">Go</a></BODY></html>';

test('links lead to our redirect and the pixel is before the end of the body (D-661)', () => {
  const tracked = trackHtml(config, mail, html);

  const [, link = '', pixel = ''] =
    /^<html><body><a href="https:\/\/mail\.example\/t\/c\/([\w-]+)">Go<\/a><img src="https:\/\/mail\.example\/t\/o\/([\w-]+)\.gif"[^>]* alt=""[^>]*><\/BODY><\/html>$/.exec(
      tracked,
    ) ?? [];
  expect(readRecipientToken(link, 'click', recipientKeys(config))).toMatchObject({
    handle: 'abcdefgh',
    emailId: mail.emailId,
    contactId: null,
    linkId: linkIdOf(mail.projectId, 'https://acme.example/?a=1&b=2'),
  });
  expect(readRecipientToken(pixel, 'open', recipientKeys(config))).toMatchObject({
    emailId: mail.emailId,
    linkId: null,
  });
  expect(trackHtml(config, mail, html)).toBe(tracked);
});

test('links use the host of the sender when there is one (D-664)', () => {
  const tracked = trackHtml(config, { ...mail, trackingHost: 'links.acme.example' }, html);

  expect(tracked).toMatch(/href="https:\/\/links\.acme\.example\/t\/c\//);
  expect(tracked).toMatch(/src="https:\/\/links\.acme\.example\/t\/o\//);
  expect(tracked).not.toContain('mail.example');
});

test("links to a recipient's pages are not changed (D-661)", () => {
  const urls = recipientUrls(config, { handle: 'abcdefgh', contactId: randomUUIDv7(), emailId: mail.emailId });
  const own = Object.values(urls)
    .map((url) => `<a href="${url}">x</a>`)
    .join('');

  expect(trackHtml(config, { ...mail, tracksOpens: false }, own)).toBe(own);
});

test('opens and clicks are tracked separately, and the body is unchanged if neither is tracked', () => {
  expect(trackHtml(config, { ...mail, tracksOpens: false }, html)).not.toContain('/t/o/');
  expect(trackHtml(config, { ...mail, tracksClicks: false }, html)).not.toContain('/t/c/');
  expect(trackHtml(config, { ...mail, tracksOpens: false, tracksClicks: false }, html)).toBe(html);
  expect(trackHtml(config, { ...mail, tracksClicks: false }, '<p>x</p>')).toMatch(/^<p>x<\/p><img /);
});

test('a mail of 10 KB with 20 links is rewritten in the time of one and a half passes over its letters, about a millisecond', () => {
  const row = (n: number): string =>
    `<tr><td style="padding:8px 0;font:14px/20px sans-serif"><a href="https://acme.example/article/${n}?utm_source=mail&amp;n=${n}" style="color:#111">Read number ${n}</a><p style="margin:0;color:#555">${'Some words about it. '.repeat(14)}</p></td></tr>\n`;
  const body = `<html><body><table>${Array.from({ length: 20 }, (_, n) => row(n)).join('')}</table></body></html>`;
  const hundred = (work: () => unknown) => () => {
    for (let n = 0; n < 100; n += 1) work();
  };

  const cost = relativeCost(
    hundred(() => trackHtml(config, mail, body)),
    hundred(() => body.replace(/[a-z]/g, (letter) => letter.toUpperCase())),
  );

  console.info(`${(body.length / 1_024).toFixed(1)} KB, ${findLinks(body).length} links: ${cost.toFixed(2)} passes`);
  expect(findLinks(trackHtml(config, mail, body))).toHaveLength(20);
  expect(cost).toBeLessThan(1.5);
});
