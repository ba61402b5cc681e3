import type { ChildProcess } from 'node:child_process';

const most = 64 * 1_048_576;
let chunks: string[] = [];
let kept = 0;

/** Keeps what a process writes, for whoever searches it at the end of a run; its errors are shown as well. */
export function keepOutput({ stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>): void {
  const keep = (text: string): void => {
    if (kept > most) return;
    kept += text.length;
    chunks.push(text);
  };
  stdout?.setEncoding('utf8').on('data', keep);
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    keep(text);
    process.stderr.write(text);
  });
}

/** Everything that processes have written since it was asked for last. */
export function takeOutput(): string {
  const output = chunks.join('');
  chunks = [];
  kept = 0;
  return output;
}
