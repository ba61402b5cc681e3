import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import { adminUrl, readTexts } from '../../server/testing/database.ts';
import { codesOf, commitState, today } from './code-state.ts';
import { type KeptResult, keepResult } from './kept-results.ts';
import type { ProofRun } from './proof-runs.ts';
import { readOutput } from './read-output.ts';

/** Runs it in a process of its own, shows what it prints, and keeps the result, also of one that fails. */
export async function runAndKeep(run: ProofRun, form: KeptResult['form']): Promise<KeptResult> {
  const { id, program, args, shortArgs } = run;
  if (form === 'short' && !shortArgs) throw new Error(`${id} has no short form`);
  const added = form === 'short' ? (shortArgs ?? []) : [];
  const command = [run.command, ...(added.length > 0 && args.length === 0 ? ['--'] : []), ...added].join(' ');
  console.error(`== ${command}`);
  const [[code = ''], state, machine] = await Promise.all([codesOf([id]), commitState(), machineNow()]);
  const beganAt = performance.now();
  const { lines, exitCode } = await outputOf(program, [...args, ...added]);
  const seconds = Math.round((performance.now() - beganAt) / 1_000);
  const output = readOutput(lines, exitCode);
  const result = { run: id, command, form, ...state, code, date: today(), machine, seconds, ...output };
  await keepResult(result);
  console.error(`== ${id}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`);
  return result;
}

async function outputOf(program: string, args: readonly string[]): Promise<{ lines: string[]; exitCode: number }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    lines.push(line);
  }
  const [code] = await closed;
  return { lines, exitCode: typeof code === 'number' ? code : 1 };
}

async function machineNow(): Promise<string> {
  const [version = 'unknown'] = await readTexts(adminUrl(), `select current_setting('server_version') as value`);
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  return `${cpus().length} cores, ${memory}, Node ${process.version}, PostgreSQL ${version.split(' ')[0]}`;
}
