export { campaigns } from './feature.ts';
