export { type AnyTask, type EnqueueOptions, makeTask, type Schedule, type TaskDefinition } from './define-task.ts';
export { installQueue } from './install.ts';
export { type Queue, startQueue } from './queue.ts';
export { type Contexts, runWaitingTasks, workTasks } from './work.ts';
