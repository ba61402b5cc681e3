import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

/** A program that runs until it is stopped, with its output in a file. */
export function startProgram(command: string, args: readonly string[], logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, { stdio: ['ignore', log, log], cwd: '/' });
  closeSync(log);
  return child;
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Ends in order, or by force when that takes longer. */
export async function endProgram(child: ChildProcess, seconds = 20): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000);
  await ended;
  clearTimeout(force);
}
