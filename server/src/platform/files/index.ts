export type { FileStore } from './file-store.ts';
export { filesOf } from './files-of.ts';
