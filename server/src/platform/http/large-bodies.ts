import { Overloaded } from './refusals.ts';

const megabyte = 1024 * 1024;
const budget = 64 * megabyte;
/** What one project gets while another one waits. */
const share = 32 * megabyte;
const patienceMs = 1_000;

/** The room that one request has taken. */
export interface HeldRoom {
  /** Takes room for so many bytes in all; waits a second at most. The first megabyte is free. */
  grow(bytes: number): Promise<void>;
  giveBack(): void;
}

/** Bodies over 1 MB that one process holds at once (D-603), counted as they arrive. */
export interface LargeBodies {
  open(owner: string): HeldRoom;
}

interface Waiting {
  readonly owner: string;
  readonly bytes: number;
  go(): void;
}

export function largeBodies(): LargeBodies {
  let free = budget;
  const held = new Map<string, number>();
  const waiting: Waiting[] = [];

  const isWithinShare = ({ owner, bytes }: Pick<Waiting, 'owner' | 'bytes'>): boolean =>
    (held.get(owner) ?? 0) + bytes <= share || waiting.every((other) => other.owner === owner);
  const take = (owner: string, bytes: number): void => {
    free -= bytes;
    const now = (held.get(owner) ?? 0) + bytes;
    if (now > 0) held.set(owner, now);
    else held.delete(owner);
  };
  /** In the order of coming; who has had its share lets others pass. */
  const admitWaiting = (): void => {
    for (let next = waiting.find(isWithinShare); next && next.bytes <= free; next = waiting.find(isWithinShare)) {
      waiting.splice(waiting.indexOf(next), 1);
      take(next.owner, next.bytes);
      next.go();
    }
  };
  const waitFor = (owner: string, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        owner,
        bytes,
        go() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(Overloaded('large bodies', 5));
        admitWaiting();
      }, patienceMs);
      waiting.push(entry);
      admitWaiting();
    });

  return {
    open(owner) {
      let taken = 0;
      let isOpen = true;
      return {
        async grow(bytes) {
          if (bytes <= Math.max(taken, megabyte)) return;
          const more = Math.ceil(bytes / megabyte) * megabyte - taken;
          await waitFor(owner, more);
          taken += more;
          if (!isOpen) this.giveBack(); // closed while it waited
        },
        giveBack() {
          isOpen = false;
          take(owner, -taken);
          taken = 0;
          admitWaiting();
        },
      };
    },
  };
}
