import type { ReactNode } from 'react';

export type ToastKind = 'good' | 'bad' | 'warn' | 'plain';

export type ToastAction = { label: string; onRun: () => void };

export type Toast = {
  id: number;
  kind: ToastKind;
  message: ReactNode;
  /** What is spoken; needed only when the message is not plain text. */
  spoken: string;
  action?: ToastAction | undefined;
  /** Milliseconds since the epoch at which it leaves by itself; never when absent. */
  endsAt?: number | undefined;
  /** Milliseconds from start to end; drawn as a line that runs out. */
  undoFor?: number | undefined;
  onEnd?: (() => void) | undefined;
};

/** At most this many at once: the oldest leaves first. */
export const maxToasts = 4;

/** How long a toast stays: long enough to read it. One with an action, and every failure, waits for the person. */
export function stayOf(kind: ToastKind, hasAction: boolean, spoken: string): number | undefined {
  if (kind === 'bad' || hasAction) return undefined;
  return Math.min(12_000, 4000 + spoken.length * 50);
}

/** Whole seconds left, never "0 s" while something is left. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

/** Splits the toasts into those that stay and those whose time is over. */
export function dueOf(toasts: readonly Toast[], now: number): { staying: Toast[]; over: Toast[] } {
  const staying: Toast[] = [];
  const over: Toast[] = [];
  for (const toast of toasts) (toast.endsAt !== undefined && toast.endsAt <= now ? over : staying).push(toast);
  return { staying, over };
}
