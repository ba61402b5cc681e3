import { allRoutes } from '../../server/src/app/routes.ts';
import type { Route } from '../../server/src/platform/http/index.ts';
import { nameOf, newAddress, ownersHeaders, pathOf } from '../../server/testing/matrix/index.ts';
import type { HostileRequest } from './attack-all.ts';
import { type PreparedRequest, prepareRequest } from './attack-route.ts';
import { contract, contractHeaders } from './attack-targets.ts';
import type { HostileRun } from './hostile-run.ts';
import { sendRaw } from './send-raw.ts';

/** With everything around it, less than the 16 KB that a head may have. */
const bytes = 13_000;
const fill = (unit: string): string => unit.repeat(Math.floor(bytes / unit.length));
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** Header values, byte by byte. */
export const headerValues: Readonly<Record<string, string>> = {
  nothing: '',
  blanks: fill(' '),
  'blanks around a letter': `${fill(' ').slice(1)}a`,
  tabs: `a${fill('\t').slice(2)}b`,
  'a long word': fill('a'),
  'more than a head may have': 'a'.repeat(20_000),
  commas: fill(','),
  semicolons: fill(';'),
  'equal signs': fill('='),
  'quotation marks': fill('"'),
  'an open quotation': `a="${fill('\\"').slice(4)}`,
  backslashes: fill('\\'),
  colons: fill(':'),
  dots: fill('.'),
  brackets: fill('['),
  'percent signs': fill('%25'),
  'broken percent signs': fill('%'),
  pairs: fill('a=b; '),
  'pairs of one name': fill('sign-in=v2-; '),
  languages: fill('en;q=0.1,'),
  'unknown languages': fill('xx-Yyyy-ZZ;q=0.001, '),
  addresses: fill('1.2.3.4, '),
  'long addresses': fill('2001:db8::1, '),
  forwarded: fill('for="[2001:db8::1]:1";by=x, '),
  schemes: fill('Bearer '),
  'a scheme and blanks': `Bearer ${fill(' ').slice(8)}x`,
  'a type with a long boundary': `multipart/form-data; boundary=${'-'.repeat(12_000)}`,
  'a type with many parameters': `application/json${'; a=b'.repeat(2_400)}`,
  'an unknown charset': 'application/json; charset=utf-7',
  '16 digits': '9'.repeat(16),
  '400 digits': '9'.repeat(400),
  'year 275760': '+275760-09-13T00:00:00.000Z',
  'high bytes': fill('\xff'),
  'combining marks': fill(utf8('\u0301\u0323')),
  horses: fill(utf8('🐎')),
  'half characters': fill('\xed\xa0\xbd'),
  'U+0000': 'a\0b',
  'a control byte': 'a\x01b',
  'a bare CR': 'a\rb',
  'a bare LF': 'a\nb',
  'a folded line': 'a\r\n b',
  'another header': 'a\r\nx-more: b',
  angles: fill('<a '),
  braces: fill('{{'),
};

export const headerNames = [
  'authorization',
  'cookie',
  'idempotency-key',
  'content-type',
  'content-encoding',
  'accept',
  'accept-encoding',
  'accept-language',
  'origin',
  'referer',
  'host',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'user-agent',
  'sec-fetch-site',
  'sec-purpose',
  'x-request-id',
  'if-none-match',
  'range',
  'expect',
] as const;

/** The same code parses the head of every route; so one route of each kind, and each that has headers of its own. */
export const routesOfEachKind: readonly Route[] = [
  ...new Map(
    allRoutes.toReversed().map((route) => {
      const { access, isPage, takesAnyBody, upload, body } = route;
      const own = contractHeaders(contract, route).length > 0 ? nameOf(route) : '';
      return [[access, isPage, takesAnyBody, upload !== undefined, body !== undefined, own].join(), route];
    }),
  ).values(),
];

/** Every strange value in one header, on a route of each kind. */
export async function* headerRequests(run: HostileRun, name: string, step: number): AsyncGenerator<HostileRequest> {
  let index = headerNames.indexOf(name as (typeof headerNames)[number]);
  for (const route of routesOfEachKind) {
    const chosen = Object.entries(headerValues).filter(() => index++ % step === 0);
    if (chosen.length === 0) continue;
    await run.resetRateLimits();
    const prepared = await prepareRequest(route, run);
    for (const [what, value] of chosen) {
      const send = () => sendWith(run.victim.url, route, prepared, { [name]: value });
      yield { name: `${nameOf(route)}, ${name}, ${what}`, send };
    }
  }
}

/** A thousand headers, a thousand cookies in headers of their own, one name again and again. */
export async function* manyHeaderRequests(run: HostileRun, step: number): AsyncGenerator<HostileRequest> {
  const heads: Record<string, Record<string, string>> = {
    'a thousand headers': Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x-${n}`, ''])),
    'a thousand cookies': { cookie: Array.from({ length: 1_000 }, (_, n) => `a${n}=b`).join('\r\ncookie: ') },
    'two thousand languages': { 'accept-language': Array(500).fill('en').join('\r\naccept-language: ') },
    'a header of 13,000 letters': { ['x'.repeat(bytes)]: 'a' },
    'a header that is a prototype': { __proto__x: 'a', constructor: 'a' },
  };
  for (const route of routesOfEachKind.filter((_, index) => index % step === 0)) {
    await run.resetRateLimits();
    const prepared = await prepareRequest(route, run);
    for (const [what, headers] of Object.entries(heads)) {
      yield { name: `${nameOf(route)}, ${what}`, send: () => sendWith(run.victim.url, route, prepared, headers) };
    }
  }
}

/** Request targets that no client sends. */
const targets: Readonly<Record<string, string>> = {
  'an encoded U+0000': '/contacts/%00',
  'bytes that are no text': '/contacts/%ff%fe',
  'half a character': '/contacts/%ED%A0%BD',
  'half an encoding': '/contacts/%',
  'half an encoding in a query': '/contacts?search=%&limit=%f',
  'bytes that are no text in a query': '/contacts?search=%ff',
  slashes: `/${'/'.repeat(12_000)}`,
  'encoded slashes': `/contacts/${'%2F'.repeat(4_000)}`,
  'steps up': `/${'../'.repeat(4_000)}etc/passwd`,
  'many names in a query': `/contacts?${Array.from({ length: 2_000 }, (_, n) => `a${n}=1`).join('&')}`,
  'one name again and again': `/contacts?${'limit=1&'.repeat(1_500)}`,
  'ampersands in a query': `/contacts?${'&'.repeat(12_000)}`,
  'equal signs in a query': `/contacts?search=${'='.repeat(12_000)}`,
  'brackets in a query': `/contacts?${'search[a]'.repeat(1_200)}=1`,
  'a prototype in a query': '/contacts?__proto__=1&constructor=2&__proto__[limit]=3',
  'a whole address': 'http://other.example/contacts',
  'a star': '*',
  'high bytes': `/contacts/${'\xff'.repeat(1_000)}`,
  'more than a head may have': `/contacts?search=${'a'.repeat(20_000)}`,
};

export async function* targetRequests(run: HostileRun): AsyncGenerator<HostileRequest> {
  const { project } = await run.newFixture();
  for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
    for (const [what, target] of Object.entries(targets)) {
      const headers = { authorization: `Bearer ${project.secretKey}`, 'x-forwarded-for': newAddress() };
      yield { name: `${method}, ${what}`, send: () => sendRaw(run.victim.url, { method, target, headers }) };
    }
  }
}

function sendWith(url: string, route: Route, { fixture, request }: PreparedRequest, headers: Record<string, string>) {
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  return sendRaw(url, {
    method: route.method,
    target: pathOf(route, request),
    headers: {
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      'x-forwarded-for': newAddress(),
      ...ownersHeaders(route, fixture),
      ...headers,
    },
    body,
  });
}
