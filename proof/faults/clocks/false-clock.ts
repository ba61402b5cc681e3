import { globSync } from 'node:fs';

/** Settings by which a process believes another time than the machine. Its steady clock and its timers stay as they are. */
export function falseClock(offset: string): Record<string, string> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (!library) throw new Error('a false clock needs the package libfaketime');
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
