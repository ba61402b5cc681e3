/** How many connections of each owner (an address, a project) are open. */
export class OpenCounts {
  readonly #open = new Map<string, number>();

  /** False when the owner has `max` open already; 0 means no limit. */
  open(owner: string, max: number): boolean {
    const count = this.#open.get(owner) ?? 0;
    if (max > 0 && count >= max) return false;
    this.#open.set(owner, count + 1);
    return true;
  }

  close(owner: string): void {
    const left = (this.#open.get(owner) ?? 1) - 1;
    if (left === 0) this.#open.delete(owner);
    else this.#open.set(owner, left);
  }
}
