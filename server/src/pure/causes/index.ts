export { type Cause, fromOutside } from './cause.ts';
