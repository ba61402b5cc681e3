export { ByteBudget, type HeldBytes } from './byte-budget.ts';
