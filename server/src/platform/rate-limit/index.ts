export { consumeRate, type Rate } from './consume-rate.ts';
export { countAmount, countAmounts, countUse, hasUse, returnUse } from './count-in-transaction.ts';
export { type Lease, Leases } from './leases.ts';
export { localRates } from './local-rates.ts';
export { network } from './network.ts';
