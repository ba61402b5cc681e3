export { reputation } from './feature.ts';
