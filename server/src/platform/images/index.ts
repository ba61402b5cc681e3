export type { ImageProblem, RewrittenImage } from './image-job.ts';
export { type ImageType, imageTypes, sniffImage } from './image-type.ts';
export { rewriteImage } from './rewrite-image.ts';
