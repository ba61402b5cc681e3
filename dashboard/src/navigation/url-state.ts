import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** Reads one value of the URL; undefined if it is not valid. */
export interface UrlValue<T> {
  readonly initial: T;
  read(text: string): T | undefined;
  write(value: T): string;
}

export const text = (maxLength = 200): UrlValue<string> => ({
  initial: '',
  read: (value) => (value.length <= maxLength ? value : undefined),
  write: (value) => value,
});

export const oneOf = <const T extends string>(values: readonly T[], initial: T): UrlValue<T> => ({
  initial,
  read: (value) => values.find((known) => known === value),
  write: (value) => value,
});

export const whole = (initial: number, min: number, max: number): UrlValue<number> => ({
  initial,
  read: (value) => {
    const number = Number(value);
    return /^-?\d{1,9}$/.test(value) && number >= min && number <= max ? number : undefined;
  },
  write: String,
});

/** Values of any type: what is read is unknown here, and any writer may stand there. */
interface AnyUrlValue {
  readonly initial: unknown;
  read(text: string): unknown;
  write(value: never): string;
}
type Shape = Readonly<Record<string, AnyUrlValue>>;
type StateOf<S> = { readonly [Key in keyof S]: S[Key] extends UrlValue<infer T> ? T : never };

export interface UrlState<S> {
  readonly state: StateOf<S>;
  /** Names whose value in the URL was not valid; the initial value was taken. */
  readonly rejected: readonly string[];
  /** `replace` for what is typed letter by letter, so that Back leaves the page. */
  set(change: Partial<StateOf<S>>, options?: { readonly replace?: boolean }): void;
}

export function readUrlState<S extends Shape>(
  shape: S,
  search: Readonly<Record<string, unknown>>,
): Pick<UrlState<S>, 'state' | 'rejected'> {
  const rejected: string[] = [];
  const entries = Object.entries(shape).map(([name, value]) => {
    const given = search[name];
    if (given === undefined) return [name, value.initial];
    const read = typeof given === 'string' ? value.read(given) : undefined;
    if (read === undefined) rejected.push(name);
    return [name, read ?? value.initial];
  });
  return { state: Object.fromEntries(entries) as StateOf<S>, rejected }; // one entry for each name of the shape
}

/** The state of a list, a filter or a tab, kept in the URL: Back, reload and a shared link show the same screen. */
export function useUrlState<S extends Shape>(shape: S): UrlState<S> {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { state, rejected } = useMemo(() => readUrlState(shape, search), [shape, search]);
  const set = useCallback(
    (change: Partial<StateOf<S>>, { replace = false } = {}) => {
      const next: Record<string, unknown> = { ...search };
      for (const [name, value] of Object.entries(change)) {
        const known = shape[name];
        if (!known) continue;
        if (value === known.initial || value === undefined) delete next[name];
        else next[name] = known.write(value as never); // of the type that this name has in the shape
      }
      navigate({ to: '.', search: next as never, replace }).catch(reportError);
    },
    [navigate, search, shape],
  );
  return { state, rejected, set };
}
