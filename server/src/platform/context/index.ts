export type {
  InstanceContext,
  InstanceReader,
  InstanceTx,
  ProjectContext,
  ProjectId,
  ProjectReader,
  ProjectTx,
  Wipe,
} from './context.ts';
export { defineInstanceTask, defineTask, every, hear } from './define.ts';
export { dispatchInBatches } from './dispatch-in-batches.ts';
export { type Cellar, instanceContext, projectContext } from './make-contexts.ts';
export { ofRequest } from './manners.ts';
