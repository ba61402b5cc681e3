export type { ApiDocument } from './api-document.ts';
export { type ReferencePages, referencePages } from './pages.ts';
export { referencePolicy } from './style.ts';
