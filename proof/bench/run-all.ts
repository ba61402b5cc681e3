import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type MeasurementLine, readLine } from './comparison.ts';
import { type BenchResult, type Circumstances, hasFailed, measurementsPage } from './measurements-page.ts';

const entry = fileURLToPath(new URL('./run.ts', import.meta.url));
const page = new URL('../../docs/reference/figures.md', import.meta.url);

/** Runs every bench, each in a process of its own, one after the other. Returns whether every requirement was met. */
export async function runAll(names: readonly string[], options: { record: boolean }): Promise<boolean> {
  const results: BenchResult[] = [];
  for (const name of names) results.push(await runOne(name));
  if (options.record) {
    await mkdir(new URL('.', page), { recursive: true });
    await writeFile(page, measurementsPage(results, await circumstances()));
    console.error(`wrote ${fileURLToPath(page)}`);
  }
  const missed = results.filter(hasFailed).map(({ name }) => name);
  console.error(missed.length === 0 ? 'every want was met' : `not met: ${missed.join(', ')}`);
  return missed.length === 0;
}

async function runOne(name: string): Promise<BenchResult> {
  console.error(`bench ${name}`);
  const child = spawn(process.execPath, [entry, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const lines: MeasurementLine[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    console.log(text);
    const line = readLine(text);
    if (line) lines.push(line);
  }
  const [code] = await closed;
  return { name, exitCode: typeof code === 'number' ? code : 1, lines };
}

async function circumstances(): Promise<Circumstances> {
  const git = async (...args: string[]): Promise<string> => (await promisify(execFile)('git', args)).stdout.trim();
  const isChanged = (await git('status', '--porcelain', '--untracked-files=no')) !== '';
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  return {
    commit: (await git('rev-parse', '--short=12', 'HEAD')) + (isChanged ? ' and changes' : ''),
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, ${memory}, Node ${process.version}`,
  };
}
