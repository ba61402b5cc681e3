export { cut } from './cut.ts';
export { escapeHtml } from './escape-html.ts';
