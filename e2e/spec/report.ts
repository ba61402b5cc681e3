import type { EntryVerdict } from './judge.ts';

interface RunResults {
  specified: readonly string[];
  additions: readonly string[];
  verdicts: ReadonlyMap<string, EntryVerdict>;
  /** Endpoints in the instance's own document. */
  built: ReadonlySet<string>;
  /** False when only some entries were selected; then the others are not reported. */
  isWhole: boolean;
  /** What the instances have logged, and the texts kept in the request log, searched for what was planted (T35, I13, D-1045). */
  logs: { planted: number; kept: number; faults: readonly string[] };
}

/** One line per endpoint, the totals, and the line that a script reads. */
export function describe({ specified, additions, verdicts, built, isWhole, logs }: RunResults): {
  lines: string[];
  isGood: boolean;
} {
  const known = new Set([...specified, ...additions]);
  const strays = [...built].filter((name) => !known.has(name));
  const linesOf = (name: string, number: string): string[] => {
    const verdict = verdicts.get(name);
    if (verdict) return [headline(verdict, number, built.has(name)), ...verdict.failures.flatMap(details)];
    if (!isWhole) return [];
    return [built.has(name) ? `FAIL    ${number} ${name} is built and has no entry` : `missing ${number} ${name}`];
  };
  const all = [...verdicts.values()];
  const isProven = (name: string): boolean => built.has(name) && verdicts.get(name)?.failures.length === 0;
  const unproven = isWhole ? [...built].filter((name) => !verdicts.has(name)).length : 0;
  const unbuilt = all.filter(({ endpoint }) => !built.has(endpoint)).length;
  const areLogsClean = logs.faults.length === 0 && logs.planted > 0 && logs.kept > 0;
  const passed = all.reduce((sum, verdict) => sum + verdict.passed, 0) + (areLogsClean ? 1 : 0);
  const failed =
    all.reduce((sum, verdict) => sum + verdict.failures.length, 0) + unproven + unbuilt + (areLogsClean ? 0 : 1);
  const proven = specified.filter(isProven).length;
  return {
    isGood: failed === 0,
    lines: [
      ...specified.flatMap((name, index) => linesOf(name, String(index + 1).padStart(3))),
      ...(additions.length > 0 ? ['', 'Additions to the specification'] : []),
      ...[...additions, ...strays].flatMap((name) => linesOf(name, '  +')),
      '',
      `${areLogsClean ? 'ok     ' : 'FAIL   '} logs: no secret, no address, no uncaught error (${logs.planted} planted, ${logs.kept} texts of the request log)`,
      ...logs.faults.slice(0, 20).map((fault) => `            ${fault}`),
      ...(isWhole ? [`additions proven: ${additions.filter(isProven).length} of ${additions.length}`] : []),
      `endpoints proven: ${proven} of ${specified.length}`,
      `${passed} passed, ${failed} failed`,
    ],
  };
}

function headline({ endpoint, passed, comparisons, failures }: EntryVerdict, number: string, isBuilt: boolean): string {
  const count = passed + failures.length;
  if (!isBuilt) return `FAIL    ${number} ${endpoint} has an entry but is not in the document`;
  const word = failures.length === 0 ? 'ok     ' : 'FAIL   ';
  return `${word} ${number} ${endpoint} (${count} cases${depthOf(comparisons)})`;
}

/** A reply of which only some keys were compared proves less; every reply is checked against the document all the same. */
function depthOf({ whole, inPart }: EntryVerdict['comparisons']): string {
  if (inPart === 0) return '';
  return `; of ${whole + inPart} replies ${inPart} compared by some of their keys`;
}

const details = ({ says, reason }: EntryVerdict['failures'][number]): string[] => [
  `            ${says}`,
  ...reason.split('\n').map((line) => `              ${line}`),
];
