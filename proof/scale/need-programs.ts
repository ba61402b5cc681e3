import { existsSync } from 'node:fs';

/** Programs by their path, with the Debian package that has each. */
type NeededPrograms = Readonly<Record<string, string>>;

/** Fails at the start with one line, instead of in the middle of a run. */
export function needPrograms(programs: NeededPrograms): void {
  if (process.getuid?.() !== 0) throw new Error('this run needs root: it starts programs as users of their own');
  const missing = Object.entries(programs).filter(([path]) => !existsSync(path));
  const packages = new Set(missing.map(([, name]) => name));
  if (packages.size > 0) throw new Error(`install the Debian packages ${[...packages].join(', ')}`);
}
