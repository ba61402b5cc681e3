import { fileCycles, folderCycles } from '../layers/cycle-rules.ts';
import type { SourceFile } from '../source/read-sources.ts';

export interface Shape {
  files: number;
  median: number;
  p90: number;
  largest: { path: string; lines: number }[];
  cycles: number;
}

/** Sizes of hand-written files, tests included, without generated files. */
export function measureShape(sources: readonly SourceFile[]): Shape {
  const written = sources.filter((file) => !file.isGenerated);
  const largestFirst = written
    .map((file) => ({ path: file.path, lines: lineCount(file.text) }))
    .sort((a, b) => b.lines - a.lines);
  const sizes = largestFirst.map((file) => file.lines).reverse();
  return {
    files: written.length,
    median: quantile(sizes, 0.5),
    p90: quantile(sizes, 0.9),
    largest: largestFirst.slice(0, 5),
    cycles: fileCycles(sources).length + folderCycles(sources).length,
  };
}

/** One sentence for each limit that is exceeded. */
export function faultsOf({ median, p90, largest, cycles }: Shape): string[] {
  const longest = largest[0];
  return [
    median >= 80 ? `the median file has ${median} lines; it must stay under 80` : '',
    p90 >= 220 ? `the 90th percentile is ${p90} lines; it must stay under 220` : '',
    longest && longest.lines > 400 ? `${longest.path} has ${longest.lines} lines; no file may pass 400` : '',
    cycles > 0 ? `${cycles} cycles; npm run check names them` : '',
  ].filter((fault) => fault !== '');
}

/** The smallest size that at least this share of the files does not exceed. */
function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? 0;
}

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
