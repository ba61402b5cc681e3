export { inbound } from './feature.ts';
