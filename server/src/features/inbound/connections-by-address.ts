import { network } from '#platform/rate-limit';

interface Session {
  readonly id: string;
  readonly remoteAddress: string;
}

export interface Connections {
  /** False when the address has too many open already. `hangUp` is called when this one has lasted too long. */
  open(session: Session, most: number, hangUp: () => void): boolean;
  close(session: Session): void;
}

/** Who is connected, by address: nobody keeps all places, and nobody keeps one for ever. */
export function connectionsByAddress(lifeSeconds: number): Connections {
  const open = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    open({ id, remoteAddress }, most, hangUp) {
      const address = network(remoteAddress);
      const count = open.get(address) ?? 0;
      if (most > 0 && count >= most) return false;
      open.set(address, count + 1);
      timers.set(id, setTimeout(hangUp, lifeSeconds * 1_000).unref());
      return true;
    },
    close({ id, remoteAddress }) {
      if (!timers.has(id)) return; // it was refused, or never came in
      clearTimeout(timers.get(id));
      timers.delete(id);
      const address = network(remoteAddress);
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    },
  };
}
