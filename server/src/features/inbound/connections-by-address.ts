import { network } from '#platform/rate-limit';

interface SmtpSession {
  readonly id: string;
  readonly remoteAddress: string;
}

export interface Connections {
  /** False when the address has too many open already. `disconnect` is called when this one has lasted too long. */
  open(session: SmtpSession, max: number, disconnect: () => void): boolean;
  close(session: SmtpSession): void;
}

/** Open connections by address: no address can occupy all of them, and none stays open for ever. */
export function connectionsByAddress(lifeSeconds: number): Connections {
  const open = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    open({ id, remoteAddress }, max, disconnect) {
      const address = network(remoteAddress);
      const count = open.get(address) ?? 0;
      if (max > 0 && count >= max) return false;
      open.set(address, count + 1);
      timers.set(id, setTimeout(disconnect, lifeSeconds * 1_000).unref());
      return true;
    },
    close({ id, remoteAddress }) {
      if (!timers.has(id)) return; // it was refused, or never opened
      clearTimeout(timers.get(id));
      timers.delete(id);
      const address = network(remoteAddress);
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    },
  };
}
