import type { Entry } from '../entry.ts';
import { addSuppressions } from './add.ts';
import { getSuppression, listSuppressions } from './read.ts';
import { removeSuppression } from './remove.ts';

export const suppressionEntries: readonly Entry[] = [
  listSuppressions,
  getSuppression,
  addSuppressions,
  removeSuppression,
];
