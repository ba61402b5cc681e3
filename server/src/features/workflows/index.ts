export { workflows } from './feature.ts';
