export type { ApiDocument } from './api-document.ts';
export { operationPlaces, type ReferencePages, referencePages } from './pages.ts';
