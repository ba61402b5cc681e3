import { network } from '#platform/rate-limit';
import { OpenCounts } from './open-counts.ts';

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
  const counts = new OpenCounts();
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    open({ id, remoteAddress }, max, disconnect) {
      if (!counts.open(network(remoteAddress), max)) return false;
      timers.set(id, setTimeout(disconnect, lifeSeconds * 1_000).unref());
      return true;
    },
    close({ id, remoteAddress }) {
      if (!timers.has(id)) return; // it was refused, or never opened
      clearTimeout(timers.get(id));
      timers.delete(id);
      counts.close(network(remoteAddress));
    },
  };
}
