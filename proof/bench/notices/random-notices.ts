import type { EmailId, Notice } from '../../../server/src/features/emails/index.ts';

/** The kinds of notice about an email, in the order of these codes. */
const kinds = [
  { kind: 'send' },
  { kind: 'delivery' },
  { kind: 'bounce', bounceType: 'Permanent', isAboutAddress: true, diagnostic: '550 5.1.1 Nobody' },
  { kind: 'bounce', bounceType: 'Permanent', isAboutAddress: false, diagnostic: '550 5.7.1 No' },
  { kind: 'bounce', bounceType: 'Transient', isAboutAddress: false, diagnostic: '452 4.2.2 Full' },
  { kind: 'complaint', feedbackType: 'abuse' },
  { kind: 'open' },
  { kind: 'click', link: 'https://acme.example/a', isFirstOfLink: true },
  { kind: 'click', link: 'https://acme.example/a', isFirstOfLink: false },
  { kind: 'click', link: 'https://acme.example/b', isFirstOfLink: true },
] as const;
const codes = { send: 0, delivery: 1, dead: 2, policy: 3, transient: 4, complaint: 5, open: 6, a: 7, againA: 8, b: 9 };

/** The state in which an email must end, by the same draw. */
export interface ExpectedEmail {
  status: string;
  opens: number;
  clicks: number;
  isPermanent: boolean;
  isDead: boolean;
  isComplaint: boolean;
}

/** About `count` notices of as many emails as needed, in random order; notices of providers come with copies. */
export class RandomNotices {
  readonly expected: ExpectedEmail[] = [];
  readonly #packed: Uint32Array;
  readonly #random: () => number;

  constructor(count: number, seed = 1) {
    this.#random = generator(seed);
    const packed: number[] = [];
    while (packed.length < count) packed.push(...this.#draw());
    this.#packed = Uint32Array.from(packed);
    this.#shuffle();
  }

  get length(): number {
    return this.#packed.length;
  }

  /** The notices from one index to another. */
  slice(from: number, to: number, ids: readonly EmailId[], base: number): Notice[] {
    return Array.from(this.#packed.subarray(from, to), (packed) => {
      const [index, code] = [Math.floor(packed / 16), packed % 16];
      // Copies have the same time.
      return { ...kinds[code], emailId: ids[index], at: new Date(base + code) } as Notice; // codes and indexes of #draw
    });
  }

  #draw(): number[] {
    const random = this.#random;
    const chance = (part: number): boolean => random() < part;
    const index = this.expected.length;
    const provider: number[] = [codes.send];
    if (chance(0.95)) provider.push(codes.delivery);
    if (chance(0.02)) provider.push(codes.dead);
    if (chance(0.01)) provider.push(codes.policy);
    if (chance(0.02)) provider.push(codes.transient);
    if (chance(0.005)) provider.push(codes.complaint);
    const readers = Array.from({ length: Math.floor(random() * 4) }, () => codes.open);
    const clicks: number[] = [];
    if (chance(0.2)) clicks.push(codes.a, ...(chance(0.5) ? [codes.againA] : []));
    if (chance(0.1)) clicks.push(codes.b);
    this.expected.push(expect(provider, readers.length, clicks.length));
    const copies = provider.flatMap((code) =>
      Array.from({ length: chance(0.35) ? 1 + Math.floor(random() * 3) : 0 }, () => code),
    );
    return [...provider, ...copies, ...readers, ...clicks].map((code) => index * 16 + code);
  }

  #shuffle(): void {
    for (let last = this.#packed.length - 1; last > 0; last -= 1) {
      const other = Math.floor(this.#random() * (last + 1));
      const swapped = this.#packed[last] ?? 0;
      this.#packed[last] = this.#packed[other] ?? 0;
      this.#packed[other] = swapped;
    }
  }
}

function expect(provider: readonly number[], opens: number, clicks: number): ExpectedEmail {
  const has = (code: number): boolean => provider.includes(code);
  const isPermanent = has(codes.dead) || has(codes.policy);
  const isBounced = isPermanent || has(codes.transient);
  const [isDead, isComplaint] = [has(codes.dead), has(codes.complaint)];
  const status = isComplaint
    ? 'COMPLAINED'
    : isBounced
      ? 'BOUNCED'
      : clicks > 0
        ? 'CLICKED'
        : opens > 0
          ? 'OPENED'
          : has(codes.delivery)
            ? 'DELIVERED'
            : 'SENT';
  return { status, opens: Math.max(opens, clicks > 0 ? 1 : 0), clicks, isPermanent, isDead, isComplaint };
}

/** The same numbers for the same seed (a linear congruence is random enough to shuffle). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
