export { NoPlace, type Patience, Shares } from './shares.ts';
