export { addressChecks } from './feature.ts';
