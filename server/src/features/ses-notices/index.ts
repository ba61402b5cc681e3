export { sesNotices } from './feature.ts';
