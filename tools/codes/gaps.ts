import type { Gaps } from './compare-gaps.ts';

/** What is left until each decision of the contract is named by the test that proves it. It only gets shorter. */
export const gaps: Gaps = {
  unnamed: [],
  planned: [],
};
