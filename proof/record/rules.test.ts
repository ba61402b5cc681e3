import { expect, test } from 'vitest';
import { idsIn, readRules } from './rules.ts';

const page = `
| # | Promise | Number | Faults, invariants | Shown by |
|---|---|---|---|---|
| P1 | A 200 survives | always | F1 to F3, I1 | \`npm run faults -- delivery\`, \`-- idempotency\`; \`server/src/app\` |
| P6 | Latency | p50 | | \`npm run load\`; absolute figures: not yet |
| P17 | Reports | 48 h | | \`tools/dependencies\` in \`npm run check\`, \`-- all\` |
| P1 and more are mentioned here |
`;

test('a promise names its faults and the runs that show it', () => {
  const [first, second, third] = readRules(page);

  expect(first).toMatchObject({
    id: 'P1',
    title: 'A 200 survives',
    ids: new Set(['P1', 'F1', 'F2', 'F3', 'I1']),
    commands: ['npm run faults -- delivery', 'npm run faults -- idempotency'],
    hasGap: false,
  });
  expect(second).toMatchObject({ id: 'P6', commands: ['npm run load'], hasGap: true });
  expect(third).toMatchObject({ id: 'P17', commands: [] });
  expect(readRules(page)).toHaveLength(3);
});

test('a range of ids names all of them', () => {
  expect(idsIn('the relay misbehaved (F10 to F12, F17)').toSorted()).toEqual(['F10', 'F11', 'F12', 'F17']);
  expect(idsIn('no ids')).toEqual([]);
});
