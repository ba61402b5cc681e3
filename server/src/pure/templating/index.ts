export { knownLocale } from './known-locale.ts';
export type { NeededOutput } from './needed-output.ts';
export { positionsAt, type TextPosition } from './positions-at.ts';
export { readTemplate } from './read-template.ts';
export {
  type CompiledTemplate,
  compile,
  type RenderedText,
  type RenderWarning,
  render,
  renderPlainly,
} from './render.ts';
export { hasTemplateLanguage, scan } from './scan.ts';
export { buildScope, builtInNames, localesOf } from './scope.ts';
export { cleanSubject } from './subject.ts';
export { messageWithPosition, type TemplateError } from './template-error.ts';
export { stripHtml } from './text-filters.ts';
