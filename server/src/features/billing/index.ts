export type { Category } from './category.ts';
export { type CountedMail, countUsage, giveBackUsage, requireUsage, reserveUsage } from './count-usage.ts';
export { billing } from './feature.ts';
export { type CapRoom, roomOf } from './load-usage.ts';
export { type OpenUsage, openUsage } from './open-usage.ts';
export { BillingLimitExceeded } from './refusals.ts';
export { countUnits } from './units/count-units.ts';
