import type { Verdict } from './judge.ts';

interface Findings {
  specified: readonly string[];
  additions: readonly string[];
  verdicts: ReadonlyMap<string, Verdict>;
  /** Endpoints in the instance's own document. */
  built: ReadonlySet<string>;
  /** False when only some entries were asked for; then nothing is said about the others. */
  isWhole: boolean;
}

/** One line per endpoint, the count that matters, and the line a script reads. */
export function describe({ specified, additions, verdicts, built, isWhole }: Findings): {
  lines: string[];
  isGood: boolean;
} {
  const known = new Set([...specified, ...additions]);
  const strays = [...built].filter((name) => !known.has(name));
  const told = (name: string, number: string): string[] => {
    const verdict = verdicts.get(name);
    if (verdict) return [headline(verdict, number, built.has(name)), ...verdict.failures.flatMap(details)];
    if (!isWhole) return [];
    return [built.has(name) ? `FAIL    ${number} ${name} is built and has no entry` : `missing ${number} ${name}`];
  };
  const all = [...verdicts.values()];
  const isProven = (name: string): boolean => built.has(name) && verdicts.get(name)?.failures.length === 0;
  const unproven = isWhole ? [...built].filter((name) => !verdicts.has(name)).length : 0;
  const unbuilt = all.filter(({ endpoint }) => !built.has(endpoint)).length;
  const passed = all.reduce((sum, verdict) => sum + verdict.passed, 0);
  const failed = all.reduce((sum, verdict) => sum + verdict.failures.length, 0) + unproven + unbuilt;
  const proven = specified.filter(isProven).length;
  return {
    isGood: failed === 0,
    lines: [
      ...specified.flatMap((name, index) => told(name, String(index + 1).padStart(3))),
      ...(additions.length > 0 ? ['', 'Additions to the specification'] : []),
      ...[...additions, ...strays].flatMap((name) => told(name, '  +')),
      '',
      ...(isWhole ? [`additions proven: ${additions.filter(isProven).length} of ${additions.length}`] : []),
      `endpoints proven: ${proven} of ${specified.length}`,
      `${passed} passed, ${failed} failed`,
    ],
  };
}

function headline({ endpoint, passed, failures }: Verdict, number: string, isBuilt: boolean): string {
  const count = passed + failures.length;
  if (!isBuilt) return `FAIL    ${number} ${endpoint} has an entry but is not in the document`;
  const word = failures.length === 0 ? 'ok     ' : 'FAIL   ';
  return `${word} ${number} ${endpoint} (${count} cases)`;
}

const details = ({ says, reason }: Verdict['failures'][number]): string[] => [
  `            ${says}`,
  ...reason.split('\n').map((line) => `              ${line}`),
];
