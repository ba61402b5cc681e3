export { isQuarter, quarterAfter, quarterOf } from './quarter.ts';
export { splitByZone } from './split-by-zone.ts';
