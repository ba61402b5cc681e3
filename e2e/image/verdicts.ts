const verdicts: boolean[] = [];

/** Prints whether a statement holds, with what was found, and counts it. */
export function check(statement: string, holds: boolean, found: unknown = ''): void {
  verdicts.push(holds);
  console.log(`${holds ? 'ok' : 'NOT OK'} ${statement} ${found === '' ? '' : JSON.stringify(found)}`.trimEnd());
}

let began = performance.now();

/** Prints how long it was since the last call. */
export function time(what: string): void {
  console.log(`${what}: ${Math.round((performance.now() - began) / 1_000)} s`);
  began = performance.now();
}

/** Ends the program if it may not mount file systems. */
export function needRoot(command: string): void {
  if (process.getuid?.() === 0) return;
  console.error(`${command} mounts file systems and needs root.`);
  process.exit(2);
}

/** The line that `.ci/run` counts by. */
export function printVerdict(): void {
  const failed = verdicts.filter((holds) => !holds).length;
  console.log(`${verdicts.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
