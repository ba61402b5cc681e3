import type { Link } from './link.ts';

/** Idle links, newest first. The caller must not rely on one: the server may have closed it this moment. */
export interface LinkPool {
  take(): Link | undefined;
  put(link: Link): void;
  close(): void;
}

/** After this many messages a link is replaced: servers limit them, and load spreads over a relay's hosts. */
const maxMessages = 200;
const maxIdle = 50;

export function makeLinkPool(idleMs: number): LinkPool {
  const idle: { link: Link; timer: NodeJS.Timeout; forget: () => void }[] = [];
  let isClosed = false;

  function remove(link: Link): void {
    const index = idle.findIndex((entry) => entry.link === link);
    const [entry] = index < 0 ? [] : idle.splice(index, 1);
    if (!entry) return;
    clearTimeout(entry.timer);
    link.smtp.off('end', entry.forget);
  }

  return {
    take() {
      for (let entry = idle.at(-1); entry; entry = idle.at(-1)) {
        remove(entry.link);
        if (isUsable(entry.link)) return entry.link;
        entry.link.smtp.close();
      }
      return undefined;
    },
    put(link) {
      if (isClosed || link.carried >= maxMessages || idle.length >= maxIdle || !isUsable(link)) return quit(link);
      const forget = (): void => remove(link);
      const timer = setTimeout(() => {
        remove(link);
        quit(link);
      }, idleMs);
      timer.unref();
      link.smtp.on('end', forget);
      idle.push({ link, timer, forget });
    },
    close() {
      isClosed = true;
      for (const { link } of [...idle]) {
        remove(link);
        quit(link);
      }
    },
  };
}

const isUsable = ({ smtp, socket }: Link): boolean => !smtp.destroyed && !socket.destroyed && !socket.readableEnded;

function quit({ smtp }: Link): void {
  if (smtp.destroyed) return;
  smtp.quit();
  setTimeout(() => smtp.close(), 5_000).unref();
}
