export { recipientPages } from './feature.ts';
