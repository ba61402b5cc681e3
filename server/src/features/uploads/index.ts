export { uploads } from './feature.ts';
