/** A line of promises.md or faults.md that says what shows it. */
export interface Rule {
  /** `P1`, `M4`, `I2`, `F30`. */
  readonly id: string;
  readonly title: string;
  /** Ids of faults and invariants that belong to a promise, and its own. */
  readonly ids: ReadonlySet<string>;
  readonly commands: readonly string[];
  /** The last cell as it stands. */
  readonly shownBy: string;
  /** Whether that cell says that something is not shown. */
  readonly hasGap: boolean;
}

const row = /^\| ([PMIF]\d+) \|(.+)\|$/;

/** Scripts whose results are kept; others are part of every change. */
const script = 'faults|scale|load|hostile|bench';
const wholeCommand = new RegExp(`^npm run (${script})(?: -- \\S+)?$`);

/** Every row of the tables whose last column is *Shown by*. */
export function readRules(page: string): readonly Rule[] {
  return page.split('\n').flatMap((line) => {
    const [, id, rest] = row.exec(line) ?? [];
    if (id === undefined || rest === undefined) return [];
    const cells = rest.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const shownBy = cells.at(-1) ?? '';
    return [
      {
        id,
        title: (cells[0] ?? '').replaceAll('**', ''),
        ids: new Set([id, ...cells.slice(1, -1).flatMap(idsIn)]),
        commands: commandsIn(shownBy),
        shownBy,
        hasGap: /\bnot (?:yet|reached|run|shown)\b/.test(shownBy),
      },
    ];
  });
}

/** `F1 to F8, I1` names nine. */
export function idsIn(text: string): readonly string[] {
  const ranges = Array.from(text.matchAll(/\b([PMIF])(\d+) to \1(\d+)\b/g)).flatMap(([, kind, from, to]) =>
    Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, index) => `${kind}${Number(from) + index}`),
  );
  return [...new Set([...ranges, ...(text.match(/\b[PMIF]\d+\b/g) ?? [])])];
}

/** `npm run faults -- delivery`, `-- idempotency` are two commands. */
function commandsIn(cell: string): readonly string[] {
  const commands: string[] = [];
  let last = '';
  for (const [, quoted = ''] of cell.matchAll(/`([^`]+)`/g)) {
    const [, named] = wholeCommand.exec(quoted) ?? [];
    if (named !== undefined) commands.push(quoted);
    else if (/^-- \S+$/.test(quoted) && last !== '') commands.push(`npm run ${last} ${quoted}`);
    last = named ?? last;
  }
  return commands;
}
