/** Thrown inside a render that reaches a limit; never leaves `render`. */
export class LimitReached extends Error {
  readonly limit: 'steps' | 'output';

  constructor(limit: 'steps' | 'output') {
    super(limit);
    this.limit = limit;
  }
}
