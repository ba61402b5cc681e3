import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRandom } from '#testing/random-bytes';
import { readReport } from './index.ts';

const folder = join(import.meta.dirname, 'golden');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.slice(0, -4));
const mail = (name: string): Buffer => readFileSync(join(folder, `${name}.eml`));

test('there are at least forty golden pairs (M8, M10)', () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
});

test.each(names)('golden pair %s (M8, M10)', async (name) => {
  const expected: unknown = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

  expect(await readReport(mail(name))).toEqual(expected);
  expect(await readReport(Buffer.from(mail(name).toString().replaceAll('\n', '\r\n')))).toEqual(expected);
});

test('no report with a policy code anywhere says that an address is gone (M7)', async () => {
  for (const name of names) {
    const raw = mail(name)
      .toString()
      .replace(/5\.(1\.1|1\.10|2\.1)(?!\d)/g, '5.7.1');
    const report = await readReport(Buffer.from(raw));
    expect(report.kind === 'bounce' && report.isAboutAddress && /5\.7\.1/.test(raw), name).toBe(false);
  }
});

test('a thousand mutated reports never throw and are read in bounded time (M10)', async () => {
  const seed = randomInt(2 ** 31);
  const random = makeRandom(seed);
  const began = performance.now();
  for (let n = 0; n < 1_000; n += 1) {
    const name = names[random.below(names.length)] ?? '';
    const report = await readReport(random.mutated(mail(name)));
    expect(['bounce', 'complaint', 'delay', 'none'], `seed ${seed}, round ${n}`).toContain(report.kind);
    if ('diagnostic' in report) expect((report.diagnostic ?? '').length).toBeLessThanOrEqual(512);
    if (report.kind === 'bounce' && report.isAboutAddress)
      expect(report.bounceType, `seed ${seed}, round ${n}`).toBe('Permanent');
  }
  expect(performance.now() - began, `seed ${seed}`).toBeLessThan(30_000);
}, 60_000);

test('a report of ten megabytes, of a million lines or of a thousand parts is read in bounded time', async () => {
  const head = mail('postfix-unknown-user').toString();
  const large = [
    head + 'x'.repeat(10_000_000),
    head.replace('Action: failed', `${'X-A: b\n'.repeat(1_000_000)}Action: failed`),
    head + '\n--=_report_1\nContent-Type: message/delivery-status\n\nAction: failed\n'.repeat(1_000),
    `From: MAILER-DAEMON@x\nSubject: failure notice\n\n${'550 '.repeat(500_000)}`,
    `From: MAILER-DAEMON@x\nSubject: failure notice\n\n${'<'.repeat(500_000)}`,
    `Content-Type: text/html\nFrom: MAILER-DAEMON@x\nSubject: failure notice\n\n${'<a '.repeat(300_000)}`,
  ];
  for (const [index, raw] of large.entries()) {
    const began = performance.now();
    await readReport(Buffer.from(raw));
    expect(performance.now() - began, `number ${index}`).toBeLessThan(5_000);
  }
}, 60_000);
