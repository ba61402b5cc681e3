import type { Lease, Leases, Rate } from '#platform/rate-limit';

/** The requests of one caller in one call to the shared counter: what was left for them first, then what the call leases. */
export class LeasingCall {
  readonly #leases: Leases;
  readonly #key: string;
  #supply: Lease[] = [];
  #size = 0;
  #isAhead = false;

  constructor(leases: Leases, key: string) {
    this.#leases = leases;
    this.#key = key;
  }

  /** How many to lease so that `waiting` requests can be counted. Asked again when the call is repeated. */
  ask(waiting: number): number {
    this.end();
    this.#supply = this.#leases.hold(this.#key, waiting);
    const missing = waiting - this.#supply.reduce((sum, { left }) => sum + left, 0);
    this.#size = this.#leases.ask(this.#key, missing);
    this.#isAhead = this.#size > missing;
    return this.#size;
  }

  /** The shared counter's answer; nothing where it has counted nothing. */
  answer(used: number | null | undefined, resetSeconds: number | null | undefined): void {
    if (used == null || resetSeconds == null) return;
    this.#supply.push(this.#leases.leased(this.#key, { used, resetSeconds }, this.#size));
  }

  take(): Rate | null {
    return this.#supply.find(({ left }) => left > 0)?.take() ?? null;
  }

  /** What was not taken is left for later requests. */
  end(): void {
    this.#leases.giveBack(this.#key, this.#supply);
    this.#supply = [];
    if (this.#isAhead) this.#leases.settle(this.#key);
    this.#isAhead = false;
  }
}
