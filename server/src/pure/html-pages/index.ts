export { type Html, html, joined, prose } from './html.ts';
export { pageHtml } from './layout.ts';
export { pagePolicy } from './style.ts';
