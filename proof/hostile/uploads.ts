import type { Route } from '../../server/src/platform/http/index.ts';
import { sendRequest } from '../../server/testing/client.ts';
import { nameOf, newAddress, ownersHeaders } from '../../server/testing/matrix/index.ts';
import type { HostileRequest } from './attack-all.ts';
import type { HostileRun } from './hostile-run.ts';

/** A multipart body that no browser sends. */
export interface Upload {
  readonly name: string;
  readonly boundary?: string;
  body(boundary: string): string | Buffer;
}

const file = 'email,name\r\nann@example.com,Ann\r\n';
const disposition = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
const part =
  (head: string, content = file) =>
  (boundary: string) =>
    `--${boundary}\r\n${head}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
const head = (name: string, text: string): Upload => ({ name, body: part(text) });
const content = (name: string, text: () => string): Upload => ({
  name,
  body: (boundary) => part(`${disposition}\r\nContent-Type: text/csv`, text())(boundary),
});
const megabytes = (count: number, unit: string): string =>
  unit.repeat(Math.floor((count * 1_000_000) / Buffer.byteLength(unit)));

export const uploads: readonly Upload[] = [
  head('no header', ''),
  head('no disposition', 'Content-Type: text/csv'),
  head('a disposition without a name', 'Content-Disposition: form-data'),
  head('a disposition of semicolons', `Content-Disposition: form-data${';'.repeat(15_000)}`),
  head('a disposition of parameters', `Content-Disposition: form-data; name="file"${'; a=b'.repeat(3_000)}`),
  head('an open quotation', `Content-Disposition: form-data; name="file"; filename="${'\\"'.repeat(7_000)}`),
  head('a file name of 15,000 letters', `${disposition.slice(0, -6)}${'a'.repeat(15_000)}.csv"`),
  head('a file name of dots and slashes', `${disposition.slice(0, -6)}${'../'.repeat(4_000)}a.csv"`),
  head('a file name of percent signs', `${disposition}; filename*=utf-8''${'%'.repeat(9_000)}`),
  head('a file name of an unknown charset', `${disposition}; filename*=utf-7'x'%00%ff`),
  head('a file name with U+0000', 'Content-Disposition: form-data; name="file"; filename="a\0.csv"'),
  head('a name that is a prototype', 'Content-Disposition: form-data; name="__proto__"; filename="a.csv"'),
  head('a thousand headers', `${disposition}\r\n${'x-a: b\r\n'.repeat(1_000)}x-c: d`),
  head('a header of 100 KB', `${disposition}\r\nx-a: ${'a'.repeat(100_000)}`),
  head('a header without a colon', `${disposition}\r\n${'a'.repeat(10_000)}`),
  head('folded lines', `${disposition}\r\n${' a\r\n'.repeat(2_000)}x-a: b`),
  head('a type of 15,000 letters', `${disposition}\r\nContent-Type: text/${'a'.repeat(15_000)}`),
  head('a type with parameters', `${disposition}\r\nContent-Type: text/csv${'; charset=utf-16'.repeat(900)}`),
  head('an unknown encoding', `${disposition}\r\nContent-Transfer-Encoding: base64`),
  head('a form in a form', `${disposition}\r\nContent-Type: multipart/mixed; boundary=inner`),
  { name: 'no boundary in the body', body: () => megabytes(1, 'a') },
  { name: 'boundaries that never end', body: (boundary) => megabytes(1, `--${boundary}\r\n`) },
  { name: 'nearly boundaries', body: (boundary) => megabytes(1, `\r\n--${boundary.slice(0, -1)}`) },
  { name: 'hyphens', body: (boundary) => `--${boundary}\r\n${disposition}\r\n\r\n${megabytes(1, '\r\n--')}` },
  { name: 'a body that is cut off', body: (boundary) => `--${boundary}\r\n${disposition}\r\n\r\n${file}` },
  { name: 'a head that is cut off', body: (boundary) => `--${boundary}\r\n${disposition}` },
  { name: 'line ends of one letter', body: (boundary) => part(disposition)(boundary).replaceAll('\r\n', '\n') },
  { name: 'a megabyte before the form', body: (boundary) => megabytes(1, 'a\r\n') + part(disposition)(boundary) },
  { name: 'a megabyte behind the form', body: (boundary) => part(disposition)(boundary) + megabytes(1, 'a\r\n') },
  { name: 'ten thousand parts', body: (boundary) => partsOf(boundary, 10_000, (n) => `name="a${n}"`) },
  { name: 'a thousand files', body: (boundary) => partsOf(boundary, 1_000, () => 'name="file"; filename="a.csv"') },
  { name: 'a field of a megabyte', body: part('Content-Disposition: form-data; name="file"', megabytes(1, 'a')) },
  { name: 'nothing', body: () => '' },
  { name: 'a boundary of 200 letters', boundary: 'a'.repeat(200), body: part(disposition) },
  { name: 'a boundary of hyphens', boundary: '-'.repeat(70), body: part(disposition) },
  { name: 'a boundary of quotation marks', boundary: '"\\"', body: part(disposition) },
  { name: 'no boundary', boundary: '', body: part(disposition) },
  content('4 MB of quotation marks', () => megabytes(4, '"')),
  content('4 MB of an open quotation', () => `email\r\n"${megabytes(4, 'a\r\n')}`),
  content('4 MB of commas', () => megabytes(4, ',')),
  content('4 MB of line ends', () => megabytes(4, '\n')),
  content('4 MB of U+0000', () => megabytes(4, '\0')),
  content('4 MB of marks', () => `email\r\na${megabytes(4, '\u0301\u0323')}`),
  content('100,000 columns', () => `email,${Array.from({ length: 100_000 }, (_, n) => `c${n}`).join()}\r\n`),
  content('columns of one name', () => `email,${'a,'.repeat(100_000)}\r\n`),
  content('a column that is a prototype', () => 'email,__proto__,constructor\r\na@b.co,1,2\r\n'),
  { name: 'bytes that are no text', body: bytesThatAreNoText },
  content('4 MB of angles', () => `email,a\r\na@b.co,${megabytes(4, '<')}`),
];

const partsOf = (boundary: string, count: number, names: (n: number) => string): string =>
  `${Array.from({ length: count }, (_, n) => `--${boundary}\r\nContent-Disposition: form-data; ${names(n)}\r\n\r\nx\r\n`).join('')}--${boundary}--\r\n`;

function bytesThatAreNoText(boundary: string): Buffer {
  const [before, after] = [`--${boundary}\r\n${disposition}\r\n\r\nemail\r\n`, `\r\n--${boundary}--\r\n`];
  return Buffer.concat([Buffer.from(before), Buffer.alloc(1_000_000, 0xff), Buffer.from(after)]);
}

/** Strange forms for a route that takes a file. */
export async function* uploadRequests(run: HostileRun, route: Route, step: number): AsyncGenerator<HostileRequest> {
  const fixture = await run.newFixture();
  for (const { name, boundary = 'boundary-of-hostile', body } of uploads.filter((_, index) => index % step === 0)) {
    await run.resetRateLimits();
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-forwarded-for': newAddress(),
      ...ownersHeaders(route, fixture),
    };
    const sent = body(boundary);
    yield {
      name: `${nameOf(route)}, a form: ${name}`,
      async send() {
        const call = { method: 'POST', path: route.path, headers, raw: sent };
        return (await sendRequest(run.victim.url, call)).status;
      },
    };
  }
}
