import { expect, test } from 'vitest';
import { type HitFacts, judgeHit } from './judge-hit.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const person: HitFacts = { kind: 'click', isHead: false, purpose: null, userAgent: firefox, ageMs: 60_000 };
const phone = 'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';

test.each<readonly [string, Partial<HitFacts>, string]>([
  ['a browser', {}, 'human'],
  ['a mail program', { kind: 'open', userAgent: 'Thunderbird/140.1' }, 'human'],
  ['a phone whose name ends in bot', { userAgent: phone }, 'human'],
  ['a picture fetched for a reader', { kind: 'open', userAgent: gmail }, 'human image_proxy'],
  ['HEAD', { isHead: true }, 'machine head'],
  ['a prefetch', { purpose: 'prefetch' }, 'machine prefetch'],
  ['a prefetch by a proxy', { purpose: 'prefetch;anonymous-client-ip' }, 'machine prefetch'],
  ['a prerender', { purpose: 'prefetch;prerender' }, 'machine prefetch'],
  ['an older name of the header value', { purpose: 'Preview' }, 'machine prefetch'],
  ['another purpose', { purpose: 'navigation' }, 'human'],
  ['just before two seconds', { ageMs: 1_999 }, 'machine too_soon'],
  ['after two seconds', { ageMs: 2_000 }, 'human'],
  ['a clock that runs behind', { ageMs: -500 }, 'machine too_soon'],
  ['before anything says it was sent', { ageMs: null }, 'machine too_soon'],
  ['a crawler', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'machine scanner'],
  ['a preview of a chat', { userAgent: 'Slackbot-LinkExpanding 1.0' }, 'machine scanner'],
  ['a mail filter', { userAgent: 'Mozilla/5.0 Barracuda Sentinel (EE)' }, 'machine scanner'],
  ['a preview by a search engine', { userAgent: 'Mozilla/5.0 BingPreview/1.0b' }, 'machine scanner'],
  ['a browser without a screen', { userAgent: `${firefox} HeadlessChrome/140.0` }, 'machine scanner'],
  ['a command', { userAgent: 'curl/8.5.0' }, 'machine program'],
  ['a script', { userAgent: 'python-requests/2.32' }, 'machine program'],
  ['a library', { userAgent: 'Go-http-client/2.0' }, 'machine program'],
  ['the fetch of Node', { userAgent: 'node' }, 'machine program'],
  ['no user agent', { userAgent: null }, 'unsure no_agent'],
  ['an empty user agent', { userAgent: ' ' }, 'unsure no_agent'],
  ['a privacy proxy', { kind: 'open', userAgent: 'Mozilla/5.0' }, 'unsure privacy_proxy'],
  ['the same user agent at a link', { userAgent: 'Mozilla/5.0' }, 'human'],
])('%s (D-663)', (_name, facts, expected) => {
  const { verdict, reason } = judgeHit({ ...person, ...facts });

  expect([verdict, reason].filter(Boolean).join(' ')).toBe(expected);
});
