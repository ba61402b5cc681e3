export type {
  InstanceContext,
  InstanceReader,
  InstanceTx,
  ProjectContext,
  ProjectId,
  ProjectReader,
  ProjectTx,
  RequestOrigin,
  Wipe,
} from './context.ts';
export { requestTimeouts } from './context-timeouts.ts';
export { defineInstanceTask, defineTask, every, on } from './define.ts';
export { dispatchInBatches } from './dispatch-in-batches.ts';
export { enqueueIn } from './enqueue-in.ts';
export { instanceContext, projectContext, type Services } from './make-contexts.ts';
export { perApp } from './per-app.ts';
export { ResultAfterCommit } from './result-after-commit.ts';
export { wipeOldest, wipePage, wipePages } from './wipe-pages.ts';
