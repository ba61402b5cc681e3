/** Limits of one text (section 2.8 of the template design). */
export const limits = {
  sourceBytes: 512 * 1024,
  /** Outputs and tags. */
  nodes: 5_000,
  nesting: 32,
  /** Values, filters and path steps of all expressions together: bounds the time it takes to read a text. */
  terms: 20_000,
  nameLength: 300,
  /** Loop rounds and filter steps of one render. */
  steps: 200_000,
  outputBytes: 2 * 1024 * 1024,
} as const;

/** Thrown inside a render that goes too far; nobody outside `render` sees it. */
export class LimitReached extends Error {
  readonly limit: 'steps' | 'output';

  constructor(limit: 'steps' | 'output') {
    super(limit);
    this.limit = limit;
  }
}
