import { createContext, type ReactElement, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { dueOf, maxToasts, stayOf, type Toast, type ToastAction, type ToastKind } from './toast.ts';
import { ToastView } from './toast-view.tsx';
import './toasts.css';

export type Said = {
  kind?: ToastKind;
  message: ReactNode;
  spoken?: string;
  action?: ToastAction;
};

export type UndoOffer = {
  /** For example: "Campaign starts soon. 1,204 people." */
  message: ReactNode;
  spoken?: string;
  seconds: number;
  onUndo: () => void;
  /** When the time ran out unused. */
  onEnd?: () => void;
};

export type Toasts = {
  /** Tells something in passing; never the only place of a message. Returns a function that takes it away. */
  say: (said: Said) => () => void;
  /** The lightest level of asking: it is done, and this is the way back while time is left. */
  offerUndo: (offer: UndoOffer) => () => void;
};

const ToastsContext = createContext<Toasts | null>(null);

export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (!toasts) throw new Error('useToasts needs a ToastsProvider above it');
  return toasts;
}

const tick = 250;

export function ToastsProvider(props: { children: ReactNode }): ReactElement {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [now, setNow] = useState(() => Date.now());
  const [isHeld, setIsHeld] = useState(false);
  const nextId = useRef(1);

  const api = useMemo<Toasts>(() => {
    const remove = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id));
    const add = (toast: Omit<Toast, 'id'>) => {
      const id = nextId.current++;
      setToasts((all) => [...all, { ...toast, id }].slice(-maxToasts));
      return () => remove(id);
    };
    return {
      say: ({ kind = 'plain', message, spoken, action }) => {
        const words = spoken ?? (typeof message === 'string' ? message : '');
        const stay = stayOf(kind, action !== undefined, words);
        return add({ kind, message, spoken: words, action, endsAt: stay && Date.now() + stay });
      },
      offerUndo: ({ message, spoken, seconds, onUndo, onEnd }) =>
        add({
          kind: 'plain',
          message,
          spoken: spoken ?? (typeof message === 'string' ? message : ''),
          action: { label: 'Undo', onRun: onUndo },
          endsAt: Date.now() + seconds * 1000,
          undoFor: seconds * 1000,
          onEnd,
        }),
    };
  }, []);

  const hasTimed = toasts.some((toast) => toast.endsAt !== undefined);
  useEffect(() => {
    if (!hasTimed) return;
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, [hasTimed]);

  useEffect(() => {
    // Why undo bars run out although they are held: the time is the server's, not ours.
    const { over } = dueOf(toasts, now);
    const leaving = over.filter((toast) => !isHeld || toast.undoFor !== undefined);
    if (leaving.length === 0) return;
    setToasts((all) => all.filter((toast) => !leaving.includes(toast)));
    for (const toast of leaving) toast.onEnd?.();
  }, [toasts, now, isHeld]);

  const close = (toast: Toast) => setToasts((all) => all.filter((other) => other.id !== toast.id));
  return (
    <ToastsContext value={api}>
      {props.children}
      {/* Why apart from the picture: a countdown inside a live region would be read out every second. */}
      <div className="vh" role="status" aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <p key={toast.id}>{toast.spoken}</p>
        ))}
      </div>
      {toasts.length > 0 && (
        <section
          className="toasts"
          aria-label="Notices"
          onPointerEnter={() => setIsHeld(true)}
          onPointerLeave={() => setIsHeld(false)}
          onFocus={() => setIsHeld(true)}
          onBlur={() => setIsHeld(false)}
        >
          {toasts.map((toast) => (
            <ToastView key={toast.id} toast={toast} now={now} onClose={() => close(toast)} />
          ))}
        </section>
      )}
    </ToastsContext>
  );
}
