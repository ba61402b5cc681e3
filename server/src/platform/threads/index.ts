export { beginPiece, newProgress, threadCpuMs } from './progress.ts';
export { makeThreads, type TaskOutcome, type ThreadOptions, type Threads, type ThreadTask } from './threads.ts';
export type { TimeLimit } from './watch.ts';
