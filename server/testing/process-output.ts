import type { ChildProcess } from 'node:child_process';

const max = 64 * 1_048_576;
let chunks: string[] = [];
let kept = 0;

/** Keeps the output of a process for the search at the end of a run; its errors are printed as well. Returns what it wrote so far. */
export function keepOutput({ stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>): () => string {
  let own = '';
  const keep = (text: string): void => {
    own += text;
    keepLine(text);
  };
  stdout?.setEncoding('utf8').on('data', keep);
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    keep(text);
    process.stderr.write(text);
  });
  return () => own;
}

/** Keeps lines of a log inside this process for the same search. */
export const keptLines = { write: keepLine };

function keepLine(text: string): void {
  if (kept > max) return;
  kept += text.length;
  chunks.push(text);
}

/** Returns everything that processes have written since the last call. */
export function takeOutput(): string {
  const output = chunks.join('');
  chunks = [];
  kept = 0;
  return output;
}
