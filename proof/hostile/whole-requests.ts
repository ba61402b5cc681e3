/** Attacks that are a whole body, on the one route that takes large ones, and honest requests that must work. */
export interface WholeRequest {
  readonly name: string;
  readonly path: string;
  /** The status that must be returned. */
  readonly status: 200 | 'refused';
  body(): string;
}

const megabyte = 1_048_576;
/** Nearly the limit of a body where files may have 10 MB. */
const max = 26 * megabyte;
const mail = { to: 'ann@example.com', subject: 'S', body: '<p>B</p>', from: 'hello@postrider.test' };
const send = (name: string, status: WholeRequest['status'], fields: () => object): WholeRequest => ({
  name,
  path: '/v1/send',
  status,
  body: () => JSON.stringify({ ...mail, ...fields() }),
});
const raw = (name: string, body: () => string): WholeRequest => ({ name, path: '/v1/send', status: 'refused', body });

const people = Array.from({ length: 100 }, (_, n) => `person-${n}@example.com`);
const file = (content: string) => ({ filename: 'a.bin', content, contentType: 'application/octet-stream' });

export const wholeRequests: readonly WholeRequest[] = [
  send('100 recipients of a newsletter of 100 KB', 200, () => ({
    to: people,
    body: `<p>Hi {{email}}</p>${'<p>News <a href="https://a.example/{{email}}">x</a></p>'.repeat(1_800)}`,
  })),
  send('100 recipients of 2 MB', 'refused', () => ({ to: people, body: 'x'.repeat(2 * megabyte) })),
  send('100 recipients of a text that grows', 'refused', () => ({
    to: people,
    body: '{% for a in (1..400) %}{{ long }}{% endfor %}',
    data: { long: { value: 'x'.repeat(5_000), persistent: false } },
  })),
  send('100 recipients with 60 KB of data', 200, () => ({
    to: people,
    data: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`key${n}`, 'x'.repeat(1_000)])),
  })),
  send('2 MB of links', 200, () => ({ body: '<a href="https://a.example/x">'.repeat(69_000) })),
  send('2 MB of different links', 200, () => ({
    body: Array.from({ length: 50_000 }, (_, n) => `<a href="https://a.example/${n}">`).join(''),
  })),
  send('2 MB of elements', 200, () => ({ body: '<b>'.repeat(690_000) })),
  send('2 MB of tables in tables', 200, () => ({ body: '<table><tr><td>'.repeat(130_000) })),
  send('a file of 9 MB', 200, () => ({ attachments: [file('QUFB'.repeat(3 * megabyte - 1_000))] })),
  send('a file of 9 MB in lines', 200, () => ({
    attachments: [file(`${'QUFB'.repeat(19)}\r\n`.repeat(160_000))],
  })),
  send('a file of 40 MB', 'refused', () => ({ attachments: [file('QUFB'.repeat(13.9 * megabyte))] })),
  send('a file of 25 MB of blanks', 'refused', () => ({ attachments: [file(' '.repeat(25 * megabyte))] })),
  send('a file of 25 MB of equal signs', 'refused', () => ({ attachments: [file('='.repeat(25 * megabyte))] })),
  send('a file of 25 MB of what is not base64', 'refused', () => ({ attachments: [file('é'.repeat(12 * megabyte))] })),
  raw('59 MB of blanks', () => ' '.repeat(59 * megabyte)),
  raw('26 MB of blanks', () => ' '.repeat(max)),
  raw('26 MB of objects', () => `{"x":[${'{},'.repeat(max / 3)}{}]}`),
  raw('26 MB of numbers', () => `{"x":[${'0,'.repeat(max / 2)}0]}`),
  raw('26 MB of quotation marks', () => `{"x":"${'\\"'.repeat(max / 2)}"}`),
  raw('26 MB of escapes', () => `{"x":"${'\\u0041'.repeat(max / 6)}"}`),
  raw('26 MB of keys', () => `{${Array.from({ length: max / 12 }, (_, n) => `"k${n}":0`).join()}}`),
  raw('26 MB of depth', () => '['.repeat(max)),
  raw('one key of 26 MB', () => `{"${'k'.repeat(max)}":0}`),
];
