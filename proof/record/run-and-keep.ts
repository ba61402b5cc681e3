import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { codesOf, commitState, today } from './code-state.ts';
import { type KeptResult, keepResult } from './kept-results.ts';
import { machineNow } from './machine.ts';
import type { ProofRun } from './proof-runs.ts';
import { readOutput } from './read-output.ts';
import { processorTime, stolenNote } from './stolen-time.ts';

/** Runs it in a process of its own, shows what it prints, and keeps the result, also of one that fails. */
export async function runAndKeep(run: ProofRun, form: KeptResult['form']): Promise<KeptResult> {
  const { id, program, args, shortArgs } = run;
  if (form === 'short' && !shortArgs) throw new Error(`${id} has no short form`);
  const added = form === 'short' ? (shortArgs ?? []) : [];
  const command = [run.command, ...(added.length > 0 && args.length === 0 ? ['--'] : []), ...added].join(' ');
  console.error(`== ${command}`);
  const [[code = ''], state, ownMachine] = await Promise.all([codesOf([id]), commitState(), machineNow()]);
  const before = await processorTime();
  const beganAt = performance.now();
  const { lines, exitCode } = await outputOf(program, [...args, ...added]);
  const seconds = Math.round((performance.now() - beganAt) / 1_000);
  const machine = `${ownMachine}${stolenNote(before, await processorTime())}`;
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
