/**
 * A result that is made after the commit, from what the last statements of the transaction returned. Work that gives such a result
 * need not wait for them.
 */
export class ResultAfterCommit<T> {
  readonly make: () => T;

  constructor(make: () => T) {
    this.make = make;
  }
}
