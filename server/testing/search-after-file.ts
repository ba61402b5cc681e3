import { afterAll } from 'vitest';
import { forgetPlanted, searchLogs } from './log-search.ts';
import { takeOutput } from './process-output.ts';

/** After every test file: what its instances have logged holds nothing that must not be there (T35, I13, D-1045). */
afterAll(() => {
  const faults = searchLogs(takeOutput());
  forgetPlanted();
  if (faults.length > 0)
    throw new Error(`the log of this file holds what must not be there:\n${faults.slice(0, 20).join('\n')}`);
});
