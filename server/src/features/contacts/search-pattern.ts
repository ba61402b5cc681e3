/** A plain substring of the stored, lower-case address: `%` and `_` are ordinary characters (D-131). */
export const patternOf = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
