import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { type Builder, BuilderContext } from './builder-context.ts';
import type { Condition } from './condition-tree.ts';
import { RootLevel } from './level.tsx';
import './condition-builder.css';

export type ConditionBuilderProps = Omit<Builder, 'change'> & {
  /** Names the builder: "Rules of the segment". */
  label: string;
  value: Condition;
  onChange: (tree: Condition) => void;
};

/** Edits one condition tree. The screen counts, tests and saves; this only draws and changes the tree. */
export function ConditionBuilder(props: ConditionBuilderProps): ReactElement {
  const { value, onChange, label, ...shared } = props;
  const element = useRef<HTMLDivElement>(null);
  const newest = useRef({ value, onChange });
  const focusWanted = useRef<{ then: 'focus-new' | 'focus-builder'; before: number } | null>(null);
  useEffect(() => {
    newest.current = { value, onChange };
  });

  const change = useMemo<Builder['change']>(
    () => (edit, then) => {
      if (then) focusWanted.current = { then, before: newRules(element.current).length };
      newest.current.onChange(edit(newest.current.value));
    },
    [],
  );

  useEffect(() => {
    const wanted = focusWanted.current;
    if (!wanted) return;
    const rules = newRules(element.current);
    if (wanted.then === 'focus-builder') element.current?.focus();
    else if (rules.length > wanted.before) rules.at(-1)?.focus();
    else return;
    focusWanted.current = null;
  });

  return (
    <BuilderContext value={{ ...shared, change }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into the first group */}
      <div ref={element} className="condition-builder" role="group" aria-label={label} tabIndex={-1}>
        <RootLevel tree={value} />
      </div>
    </BuilderContext>
  );
}

/** The field buttons of the rules that are still empty. */
function newRules(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('[data-new] .parts > .pick') ?? [])];
}
