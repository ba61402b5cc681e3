import { expect, test } from 'vitest';
import { devLines } from './dev-lines.ts';

const url = 'http://127.0.0.1:8080';
const seed = { email: 'owner@postrider.test', password: 'made-just-now', publicKey: 'pk_one', secretKey: 'sk_one' };
const later = { ...seed, password: null };

/** What stands behind the keys is shown to work by `dev.test.ts`. */
const firstLines = (...given: Parameters<typeof devLines>): string[] => {
  const lines = devLines(...given);
  return lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('Public key')),
  );
};

test('npm run dev prints where dashboard and documentation are, and the login', () => {
  expect(firstLines(url, seed, { dashboard: 'built', printsMail: true })).toEqual([
    'Postrider is running at http://127.0.0.1:8080',
    'Dashboard:  http://127.0.0.1:8080/app',
    'Docs:       http://127.0.0.1:8080/docs',
    'Owner:      owner@postrider.test  password: made-just-now',
  ]);
});

test('without a built dashboard it says how to build it, unless none is to be served', () => {
  const missing = firstLines(url, seed, { dashboard: 'missing', printsMail: true });
  const none = firstLines(url, seed, { dashboard: 'none', printsMail: true });

  expect(missing[1]).toBe('Dashboard:  not built. Run npm run build --workspace dashboard, then start this again.');
  expect(none.join('\n')).not.toContain('Dashboard');
});

test('at a later start it says how to get a new password, where that works', () => {
  const lines = firstLines(url, later, { dashboard: 'built', printsMail: true });

  expect(lines.slice(-2)).toEqual([
    'Owner:      owner@postrider.test  (password as printed at the first start)',
    '            For a new one, ask at http://127.0.0.1:8080/app/reset with owner@postrider.test: the mail with the link is printed here.',
  ]);
  for (const place of [
    { dashboard: 'missing', printsMail: true },
    { dashboard: 'built', printsMail: false },
  ] as const)
    expect(firstLines(url, later, place).at(-1)).toMatch(/^Owner:/);
});
