import { PostriderSession, type StreamMessage } from '@postrider/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useProject } from './project.ts';
import { useSessionEnded } from './session-end.ts';

export type LiveMessage = StreamMessage;
/** Whether news arrive by themselves. While paused, what is shown is read again every few seconds. */
export type LiveState = 'connecting' | 'live' | 'paused';

type Listener = (message: LiveMessage) => void;

/** What the tab with the connection tells the others. */
type Shared = { readonly message: LiveMessage } | { readonly state: LiveState } | 'which state?';

interface Live {
  readonly state: LiveState;
  readonly listeners: Set<Listener>;
}

const LiveContext = createContext<Live>({ state: 'connecting', listeners: new Set() });

/** Which lists a message makes stale. */
const staleKeys: Readonly<Record<LiveMessage['event'], readonly string[]>> = {
  activity: ['activity'],
  email: ['emails', 'inbox'],
  campaign: ['campaigns'],
  domain: ['domains'],
  job: ['jobs'],
  more: ['activity', 'emails', 'inbox'],
  reset: ['activity', 'emails', 'inbox', 'campaigns', 'domains', 'jobs'],
};
const pausedRefetchMs = 5_000;
const gatherMs = 250;

/** One connection for all tabs of the browser: the tab that holds the lock reads the stream, the others listen to it. */
export function LiveProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { project } = useProject();
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const hasEnded = useSessionEnded();
  const listeners = useRef(new Set<Listener>());

  useEffect(() => {
    // Without a session there is nothing to read; it begins again after the sign-in.
    if (hasEnded) return undefined;
    const stop = new AbortController();
    const channel = new BroadcastChannel(`postrider-live-${project.id}`);
    const stale = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer = undefined;
      for (const key of stale) client.invalidateQueries({ queryKey: [project.id, key] }).catch(reportError);
      stale.clear();
    };
    let known: LiveState = 'connecting';
    const take = (shared: Shared) => {
      if (shared === 'which state?') {
        if (known !== 'connecting') channel.postMessage({ state: known } satisfies Shared);
        return;
      }
      if ('state' in shared) {
        known = shared.state;
        setState(shared.state);
        return;
      }
      for (const key of staleKeys[shared.message.event] ?? []) stale.add(key);
      timer ??= setTimeout(readAgain, gatherMs);
      for (const listener of listeners.current) listener(shared.message);
    };
    const share = (shared: Shared) => {
      take(shared);
      channel.postMessage(shared);
    };
    channel.onmessage = ({ data }: MessageEvent<Shared>) => take(data);
    channel.postMessage('which state?' satisfies Shared);
    lead(project.id, share, stop.signal).catch(reportError);
    return () => {
      stop.abort();
      channel.close();
      clearTimeout(timer);
    };
  }, [client, hasEnded, project.id]);

  useEffect(() => {
    if (state !== 'paused' || hasEnded) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [project.id] }), pausedRefetchMs);
    return () => clearInterval(timer);
  }, [client, hasEnded, project.id, state]);

  return <LiveContext.Provider value={{ state, listeners: listeners.current }}>{children}</LiveContext.Provider>;
}

/** Waits for the lock of this project, then reads its stream until the page is left. */
async function lead(projectId: string, share: (shared: Shared) => void, signal: AbortSignal): Promise<void> {
  const read = async () => {
    const stream = new PostriderSession({
      projectId,
      fetch: async (url, init) => {
        try {
          const reply = await fetch(url, init);
          share({ state: reply.ok ? 'live' : 'paused' });
          return reply;
        } catch (error) {
          if (!signal.aborted) share({ state: 'paused' });
          throw error;
        }
      },
    });
    for await (const message of stream.stream({ signal, maxRetries: Number.POSITIVE_INFINITY })) share({ message });
  };
  try {
    await navigator.locks.request(`postrider-live-${projectId}`, { signal }, read);
  } catch {
    if (!signal.aborted) share({ state: 'paused' }); // refused for good, as after a sign-out: polling says why
  }
}

export const useLiveState = (): LiveState => useContext(LiveContext).state;

/** Calls back for every message while the screen is shown. */
export function useLive(onMessage: Listener): void {
  const { listeners } = useContext(LiveContext);
  const latest = useRef(onMessage);
  useEffect(() => {
    latest.current = onMessage;
  });
  useEffect(() => {
    const listener: Listener = (message) => latest.current(message);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listeners]);
}
