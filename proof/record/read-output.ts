import { type MeasurementLine, readLine } from '../bench/comparison.ts';

/** One line of a run. */
export interface Statement {
  readonly text: string;
  /** Null where a line only shows figures. */
  readonly holds: boolean | null;
  readonly figures?: unknown;
}

/** What a run has shown. */
export interface RunOutput {
  readonly passed: number;
  readonly failed: number;
  readonly statements: readonly Statement[];
  readonly measurements: readonly MeasurementLine[];
}

const maxStatements = 400;
const maxCharacters = 600;

/**
 * Reads what a run has printed: `ok  statement  {json}` and `NOT OK  …` of faults, scale, load and hostile runs with the reasons
 * below them, the JSON lines of benches, and other JSON lines with a name. A run that ended badly without naming a failure, or
 * neither judged nor measured anything, has failed. Bounded: what fails is kept first.
 */
export function readOutput(lines: readonly string[], exitCode: number): RunOutput {
  const measurements: MeasurementLine[] = [];
  const statements: Statement[] = [];
  for (const line of lines) {
    const measurement = readMeasurement(line);
    const statement = readStatement(line) ?? (measurement ? null : readFigures(line));
    if (measurement) measurements.push(boundedMeasurement(measurement));
    if (statement) statements.push(bounded(statement));
    addReason(statements, line);
  }
  const results = [...statements.map(({ holds }) => holds), ...measurements.map(({ isMet }) => isMet)];
  const hasNamedFailure = results.includes(false);
  const hasEnded = exitCode === 0 && results.length > 0;
  const isEmpty = measurements.length === 0 && !results.includes(true);
  if (!hasNamedFailure && (!hasEnded || isEmpty)) {
    const text = hasEnded ? 'it judged something' : 'it ran to its end';
    statements.push({ text, holds: false, figures: { exitCode } });
    results.push(false);
  }
  return {
    passed: results.filter((holds) => holds === true).length,
    failed: results.filter((holds) => holds === false).length,
    statements: firstOf(statements, ({ holds }) => holds === false),
    measurements: firstOf(measurements, ({ isMet }) => isMet === false),
  };
}

function readMeasurement(line: string): MeasurementLine | null {
  return parsed(line) === undefined ? null : readLine(line);
}

function readStatement(line: string): Statement | null {
  const [, word, rest] = /^(ok|NOT OK) {2}(.+)$/.exec(line) ?? [];
  if (rest === undefined) return null;
  const holds = word === 'ok';
  for (let end = rest.indexOf('  '); end >= 0; end = rest.indexOf('  ', end + 1)) {
    const detail = rest.slice(end + 2);
    const figures = /^\(.*\)$/.test(detail) ? detail.slice(1, -1) : parsed(detail);
    if (figures !== undefined) return { text: rest.slice(0, end), holds, figures };
  }
  return { text: rest, holds };
}

function readFigures(line: string): Statement | null {
  const value = line.startsWith('{') ? parsed(line) : undefined;
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return null;
  const { name, ...figures } = value;
  return { text: name, holds: null, figures };
}

/** Lines that begin with `   - ` say why the statement above them does not hold. */
function addReason(statements: Statement[], line: string): void {
  const last = statements.at(-1);
  const [, reason] = /^ +- (.+)$/.exec(line) ?? [];
  if (reason === undefined || last?.holds !== false) return;
  const before = typeof last.figures === 'string' ? `${last.figures}; ` : '';
  statements[statements.length - 1] = bounded({ ...last, figures: `${before}${reason}` });
}

function bounded({ text, holds, figures }: Statement): Statement {
  const cut = { text: text.slice(0, maxCharacters), holds };
  return figures === undefined ? cut : { ...cut, figures: boundedValue(figures) };
}

const boundedMeasurement = ({ detail, ...line }: MeasurementLine): MeasurementLine =>
  detail === undefined ? line : { ...line, detail: boundedValue(detail) };

function boundedValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= maxCharacters ? value : `${text.slice(0, maxCharacters)} …`;
}

function firstOf<Line>(lines: readonly Line[], isFailure: (line: Line) => boolean): readonly Line[] {
  if (lines.length <= maxStatements) return lines;
  const kept = new Set([...lines.filter(isFailure), ...lines].slice(0, 2 * maxStatements));
  return [...kept].slice(0, maxStatements);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
