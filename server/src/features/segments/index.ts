export { segments } from './feature.ts';
