export { submission } from './feature.ts';
