export { cut } from './cut.ts';
