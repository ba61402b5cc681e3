import type { ChildProcess } from 'node:child_process';

const max = 64 * 1_048_576;
let chunks: string[] = [];
let kept = 0;

/** Keeps the output of a process for the search at the end of a run; its errors are printed as well. Returns what it wrote so far. */
export function keepOutput({ stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>): () => string {
  let own = '';
  for (const stream of [stdout, stderr]) {
    const keep = wholeLines();
    stream?.setEncoding('utf8').on('data', (text: string) => {
      own += text;
      keep(text);
      if (stream === stderr) process.stderr.write(text);
    });
    stream?.on('end', () => keep('\n'));
  }
  return () => own;
}

/** Keeps what comes in parts when a line of it is whole: between two parts other processes write theirs. */
function wholeLines(): (part: string) => void {
  let rest = '';
  return (part) => {
    const end = part.lastIndexOf('\n') + 1;
    if (end > 0) keepLine(rest + part.slice(0, end));
    rest = end > 0 ? part.slice(end) : rest + part;
  };
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
