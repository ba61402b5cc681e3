import { expect, test } from 'vitest';
import { lineOf } from '../bench/comparison.ts';
import type { KeptResult } from './kept-results.ts';
import { proofPage } from './proof-page.ts';
import { readRules } from './rules.ts';

const rules = readRules(`
| P1 | A 200 survives | always | F1, I1 | \`npm run faults -- delivery\` |
| P5 | Idempotency | one | I4 | \`npm run faults -- idempotency\` |
| P6 | Latency | fast | | \`npm run bench -- send\` |
| P9 | Recovery | soon | | \`npm run faults -- spool\` |
| P10 | Retries | 72 h | | \`server/src/pure/message\` |
| I13 | logs | clean | \`npm run faults\` |
| F1 | kill | now | nothing lost | I1 | \`npm run faults -- delivery\` |
`);
const runOf = (id: string) => ({ id, command: `npm run ${id.replace('/', ' -- ')}` });
const runs = ['faults/delivery', 'faults/idempotency', 'bench/send', 'faults/spool'].map(runOf);
const state = { commit: 'abc', date: '2026-01-03', older: ['faults/idempotency'] };

function resultOf(run: string, given: Partial<KeptResult> = {}): [string, KeptResult] {
  const result: KeptResult = {
    ...runOf(run),
    run,
    form: 'long',
    commit: 'def',
    isChanged: false,
    code: 'x',
    date: '2026-01-02',
    machine: '2 cores',
    seconds: 61,
    passed: 1,
    failed: 0,
    statements: [{ text: 'nothing is lost (I1)', holds: true, figures: { mails: 12 } }],
    measurements: [],
    ...given,
  };
  return [run, result];
}

const missed = lineOf({ name: 'send | all', ours: 3, bare: 10, unit: 'mails/s', want: { ratio: { atLeast: 0.4 } } });

test('what does not hold is first, then what is not shown, what held with older code, and what holds', () => {
  const results = new Map([
    resultOf('faults/delivery'),
    resultOf('faults/idempotency'),
    resultOf('bench/send', { passed: 0, failed: 1, statements: [], measurements: [missed] }),
  ]);
  const page = proofPage({ rules, runs, results, state });
  const part = (title: string): string => page.split(/^## /m).find((text) => text.startsWith(title)) ?? '';

  expect(page.match(/^## .*$/gm)?.slice(0, 4)).toEqual([
    '## Does not hold',
    '## Not shown',
    '## Held with older code',
    '## Holds',
  ]);
  expect(part('Does not hold')).toContain(
    '| bench/send | P6 | send \\| all | `{"ours":3,"bare":10,"ratio":0.3,"unit":"mails/s","want":"ratio >= 0.4"}` | 2026-01-02, `def` |',
  );
  expect(part('Not shown')).toContain('| `npm run faults -- spool` | P9 | no result is kept |  |');
  expect(part('Held')).toContain('| `npm run faults -- idempotency` | P5 | the code has changed since |');
  expect(part('Holds')).toContain('| P1 A 200 survives | `npm run faults -- delivery` | 1, 2026-01-02, `def` |');
  expect(part('Holds')).not.toMatch(/P5|P6|P9|P10/);
  expect(part('Shown by tests')).toContain('| P10 Retries');
  expect(part('Rules')).toContain('| F1 kill | holds | `npm run faults -- delivery` |');
  expect(part('Rules')).toContain(
    '| I13 logs | not shown | `npm run faults -- delivery`, `npm run faults -- idempotency`, `npm run faults -- spool` |',
  );
  expect(page).toContain('of 4 runs 1 fail, 1 are not shown, 1 held with older code, 1 hold');
});

test('a promise shows the statements that carry its ids, or those of the run where none does', () => {
  const statements = [
    { text: 'mails were sent', holds: true },
    { text: 'nothing is lost (I1)', holds: true, figures: { mails: 12 } },
  ];
  const results = new Map([resultOf('faults/delivery', { statements }), resultOf('faults/spool', { statements })]);
  const page = proofPage({ rules, runs, results, state });
  const [, delivery = '', spool = ''] = /### P1 ([\s\S]*)### P5[\s\S]*### P9 ([\s\S]*?)### P10/.exec(page) ?? [];

  expect(delivery).toContain('| nothing is lost (I1) | yes | `{"mails":12}` |');
  expect(delivery).not.toContain('mails were sent');
  expect(spool).toContain('| mails were sent | yes |  |');
});

test('the short form, a run that judged nothing, and a failure of older code are no proof', () => {
  const results = new Map([
    resultOf('faults/delivery', { form: 'short' }),
    resultOf('faults/idempotency', { failed: 1, isChanged: true, statements: [{ text: 'one effect', holds: false }] }),
    resultOf('bench/send', { passed: 0, statements: [], measurements: [{ ...missed, want: null, isMet: null }] }),
  ]);
  const page = proofPage({ rules, runs, results, state });

  expect(page).toContain('| `npm run faults -- delivery` | P1 | only the short form was run |');
  expect(page).toContain(
    '| faults/idempotency | P5 | one effect |  | 2026-01-02, `def` and changes; the code has changed since |',
  );
  expect(page).toContain('| `npm run bench -- send` | P6 | it judges nothing |');
});
