import type { Entry } from '../entry.ts';
import { getLog, listLogs } from './read.ts';

export const logEntries: readonly Entry[] = [listLogs, getLog];
