import { type RefObject, useMemo, useRef } from 'react';
import type { DataListProps } from './data-list-props.ts';
import type { ShownKey } from './list-foot.tsx';
import { type ListAction, useListKeys } from './list-keys.ts';
import { nothingSelected, withRange, withToggled } from './selection.ts';
import { type Cursor, useCursor } from './use-cursor.ts';
import { useStable } from './use-stable.ts';

export type ListControl = {
  body: RefObject<HTMLTableSectionElement | null>;
  searchBox: RefObject<HTMLInputElement | null>;
  keys: readonly string[];
  cursor: Cursor;
  openedPlace: number | null;
  select: (place: number, isRange: boolean) => void;
  open: (place: number) => void;
  /** Shows the story of another row beside the list. */
  show: (place: number) => void;
  clearFilters: () => void;
  shownKeys: readonly ShownKey[];
};

/** What the pointer and the keys do to a list. */
export function useListControl<Row>(props: DataListProps<Row>): ListControl {
  const { rows, keyOf, selection, opened } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  /** The row a range starts from. */
  const anchor = useRef(0);
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf]);
  const cursor = useCursor(body, rows.length);
  const openedKey = opened?.key ?? null;
  const openedPlace = useMemo(() => {
    const place = openedKey === null ? -1 : keys.indexOf(openedKey);
    return place === -1 ? null : place;
  }, [keys, openedKey]);

  const select = useStable((place: number, isRange: boolean) => {
    const key = keys[place];
    if (!selection || key === undefined) return;
    selection.onChange(
      isRange
        ? withRange(selection.selected, keys, Math.min(anchor.current, keys.length - 1), place)
        : withToggled(selection.selected, key),
    );
    anchor.current = place;
  });

  const open = useStable((place: number) => {
    const row = rows[place];
    const key = keys[place];
    if (row === undefined || key === undefined) return;
    if (opened) opened.onChange(opened.key === key ? null : key);
    else props.onOpen?.(row);
  });

  const show = (place: number) => {
    const key = keys[place];
    if (key === undefined) return;
    opened?.onChange(key);
    cursor.moveTo(place);
  };

  const clearFilters = () => {
    if (props.onClearFilters) return props.onClearFilters();
    props.search?.onChange('');
    props.filtering?.onChange({});
  };

  const move = (step: number) => {
    if (rows.length === 0) return false;
    const from = cursor.at ?? (step > 0 ? -1 : rows.length);
    cursor.moveTo(Math.min(rows.length - 1, Math.max(0, from + step)));
    return true;
  };

  const clear = () => {
    if (openedPlace !== null) opened?.onChange(null);
    else if (selection && selection.selected.size > 0) selection.onChange(nothingSelected);
    else if (cursor.at !== null) cursor.leave();
    else return false;
    return true;
  };

  const actions: Record<ListAction, () => boolean> = {
    search: () => {
      searchBox.current?.focus();
      return searchBox.current !== null;
    },
    next: () => move(1),
    previous: () => move(-1),
    open: () => {
      if (cursor.at === null || !(opened || props.onOpen)) return false;
      open(cursor.at);
      return true;
    },
    select: () => {
      if (cursor.at === null || !selection) return false;
      select(cursor.at, false);
      return true;
    },
    range: () => {
      if (cursor.at === null || !selection) return false;
      select(cursor.at, true);
      return true;
    },
    clear,
    copy: () => {
      props.onCopy?.();
      return props.onCopy !== undefined;
    },
  };

  const runOwnKey = (pressed: string) => {
    const own = props.keys?.find((one) => one.key === pressed);
    if (!own) return false;
    const at = cursor.at === null ? undefined : rows[cursor.at];
    const chosen =
      selection && selection.selected.size > 0
        ? rows.filter((row) => selection.selected.has(keyOf(row)))
        : at === undefined
          ? []
          : [at];
    if (chosen.length === 0) return false;
    own.onRun(chosen);
    return true;
  };

  useListKeys(true, (action, pressed) => (action === null ? runOwnKey(pressed) : actions[action]()));

  return {
    body,
    searchBox,
    keys,
    cursor,
    openedPlace,
    select,
    open,
    show,
    clearFilters,
    shownKeys: shownKeys(props),
  };
}

/** With rows selected the keys that concern them, otherwise those for moving about. */
function shownKeys<Row>(props: DataListProps<Row>): readonly ShownKey[] {
  if (props.selection && props.selection.selected.size > 0) {
    return [...(props.keys ?? []).map(({ key, does }) => ({ key, does })), { key: 'Esc', does: 'clear' }];
  }
  const shown = [
    { key: 'j', does: 'down' },
    { key: 'k', does: 'up' },
  ];
  if (props.opened || props.onOpen) shown.push({ key: 'Enter', does: 'open' });
  if (props.selection) shown.push({ key: 'x', does: 'select' });
  if (props.onCopy) shown.push({ key: 'c', does: 'curl' });
  return shown;
}
