export { findLinks } from './find-links.ts';
export { rewriteLinks } from './rewrite-links.ts';
