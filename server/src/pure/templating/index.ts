export { limits } from './limits.ts';
export { readTemplate } from './read-template.ts';
export { compile, plainly, type Rendered, type RenderWarning, render, type Template } from './render.ts';
export type { RenderSettings } from './run.ts';
export { scan } from './scan.ts';
export { buildScope, localeOf, type ScopeSources } from './scope.ts';
export { cleanSubject } from './subject.ts';
export { messageWithPlace, type TemplateError } from './template-error.ts';
export { stripHtml } from './text-filters.ts';
