/** What mail is counted as (D-1141). */
export const categories = ['workflows', 'campaigns', 'transactional', 'inbound'] as const;
export type Category = (typeof categories)[number];
