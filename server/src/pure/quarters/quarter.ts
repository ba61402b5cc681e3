export const quarterMs = 15 * 60_000;

/** The beginning of the quarter of an hour in UTC that an instant lies in; the twin in SQL is `quarter_of`. */
export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);

/** The end of that quarter, or the instant itself where it begins one. */
export const quarterAfter = (at: Date): Date => new Date(Math.ceil(at.getTime() / quarterMs) * quarterMs);

export const isQuarter = (at: Date): boolean => at.getTime() % quarterMs === 0;
