export { blocksOf, type Fence, fencesOf, headingsOf, targetsOf } from './markdown.ts';
export { errorFolder, leftOut, pageGroups, pictureFolder } from './page-list.ts';
export { type DocsPages, docsPages } from './pages.ts';
