import { Plus, X } from 'lucide-react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { formatCount } from '../figures/format.ts';
import { Popover } from '../popover/popover.tsx';
import '../menu/menu.css';
import { activeFilters, type Filter, type FilterValues, withFilter } from './filter.ts';

export type FilterPillsProps = {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
};

/** The active filters as words, each editable and removable. */
export function FilterPills(props: FilterPillsProps): ReactElement {
  const active = activeFilters(props.filters, props.values);
  return (
    <>
      {active.map((words) => (
        <span key={words.key} className="pill">
          <EditPill {...props} words={words} />
          <button
            type="button"
            className="x"
            aria-label={`Remove filter ${words.name}`}
            onClick={() => props.onChange(withFilter(props.values, words.key, undefined))}
          >
            <X size={12} strokeWidth={1.75} aria-hidden className="i" />
          </button>
        </span>
      ))}
    </>
  );
}

function EditPill(props: FilterPillsProps & { words: ReturnType<typeof activeFilters>[number] }): ReactElement {
  const { words } = props;
  const [isOpen, setIsOpen] = useState(false);
  const filter = props.filters.find((one) => one.key === words.key);
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      label={`Filter ${words.name}`}
      trigger={
        <button type="button" className="words">
          {words.name} {words.verb} <b>{words.value}</b>
        </button>
      }
    >
      {filter && <FilterEditor {...props} filter={filter} onDone={() => setIsOpen(false)} />}
    </Popover>
  );
}

/** "+ Filter": first which, then the value. */
export function AddFilter(props: FilterPillsProps): ReactElement | null {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<Filter | null>(null);
  const free = props.filters.filter((filter) => props.values[filter.key] === undefined);
  if (free.length === 0) return null;
  const change = (open: boolean) => {
    setIsOpen(open);
    if (!open) setChosen(null);
  };
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={change}
      label="Add a filter"
      trigger={
        <button type="button" className="pill add">
          <Plus size={14} strokeWidth={1.75} aria-hidden className="i" />
          Filter
        </button>
      }
    >
      {chosen ? (
        <FilterEditor {...props} filter={chosen} onDone={() => change(false)} />
      ) : (
        free.map((filter) => (
          <button key={filter.key} type="button" className="menu-item" onClick={() => setChosen(filter)}>
            {filter.name} {filter.verb}
          </button>
        ))
      )}
    </Popover>
  );
}

function FilterEditor(props: FilterPillsProps & { filter: Filter; onDone: () => void }): ReactElement {
  const { filter } = props;
  const set = (value: string) => {
    props.onChange(withFilter(props.values, filter.key, value));
    props.onDone();
  };
  if (filter.kind === 'text') {
    return <TextFilter filter={filter} start={props.values[filter.key] ?? ''} onSet={set} />;
  }
  return (
    <div>
      <p className="popover-head">
        {filter.name} {filter.verb}
      </p>
      {filter.options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="menu-item"
          aria-pressed={props.values[filter.key] === option.value}
          onClick={() => set(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className="n">{formatCount(option.count)}</span>}
        </button>
      ))}
    </div>
  );
}

function TextFilter(props: {
  filter: Extract<Filter, { kind: 'text' }>;
  start: string;
  onSet: (value: string) => void;
}): ReactElement {
  const [text, setText] = useState(props.start);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSet(text.trim());
  };
  return (
    <form onSubmit={submit} className="text-filter">
      <label className="field">
        <span className="lab">
          {props.filter.name} {props.filter.verb}
        </span>
        <input
          className="input"
          value={text}
          placeholder={props.filter.placeholder}
          maxLength={props.filter.maxLength ?? 200}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="btn sm">
        Apply
      </button>
    </form>
  );
}
