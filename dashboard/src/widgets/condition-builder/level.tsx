import { Plus, X } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import { countOf } from '../number-words/number-words.ts';
import { useBuilder } from './builder-context.ts';
import {
  addGroup,
  addRule,
  type Condition,
  type Group,
  type GroupAt,
  type LevelAt,
  type Logic,
  nest,
  pathOf,
  removeGroup,
  setLogic,
} from './condition-tree.ts';
import { InlineSelect } from './inline-select.tsx';
import { RuleRow } from './rule-row.tsx';

/** The groups of the root, with the word of the level between them. */
export function RootLevel(props: { tree: Condition }): ReactElement {
  const { tree } = props;
  const builder = useBuilder();
  return (
    <>
      {tree.groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has no name but its place
        <Fragment key={place}>
          {place > 0 && (
            <div className="joiner">
              <LogicSelect logic={tree.logic} level={[]} label={`Word between group ${place} and group ${place + 1}`} />
              {place === 1 && <span className="t13 t3">between all groups of this level</span>}
            </div>
          )}
          <RootGroup group={group} at={{ level: [], group: place }} isOnly={tree.groups.length === 1} />
        </Fragment>
      ))}
      <div className="another">
        <button
          type="button"
          className="pill add"
          onClick={() => builder.change((old) => addGroup(old, []), 'focus-new')}
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden className="i" />
          Another group
        </button>
      </div>
    </>
  );
}

function LogicSelect(props: { logic: Logic; level: LevelAt; label: string }): ReactElement {
  const builder = useBuilder();
  return (
    <InlineSelect
      className="word"
      label={props.label}
      value={props.logic}
      options={[
        { value: 'OR', label: 'or' },
        { value: 'AND', label: 'and' },
      ]}
      onChange={(logic) => builder.change((tree) => setLogic(tree, props.level, logic))}
    />
  );
}

/** A group of the root: all of its rules, and of its nested tree, must hold. */
function RootGroup(props: { group: Group; at: GroupAt; isOnly: boolean }): ReactElement {
  const { group, at } = props;
  const builder = useBuilder();
  return (
    <section className="group" aria-label={`Group ${at.group + 1}: all of these`}>
      <div className="g-head">
        <span>All of</span>
        <People at={at} />
        {!props.isOnly && (
          <button
            type="button"
            className="copy"
            aria-label={`Remove group ${at.group + 1}`}
            onClick={() => builder.change((tree) => removeGroup(tree, at), 'focus-builder')}
          >
            <X size={14} strokeWidth={1.75} aria-hidden className="i" />
          </button>
        )}
      </div>
      {group.filters.map((rule, number) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place
          key={number}
          rule={rule}
          at={{ ...at, rule: number }}
          word={number === 0 ? '' : 'and'}
          isNested={false}
        />
      ))}
      {group.conditions && (
        <NestedLevel tree={group.conditions} level={[...at.level, at.group]} isFirst={group.filters.length === 0} />
      )}
      <GroupFoot at={at} />
    </section>
  );
}

function GroupFoot(props: { at: GroupAt }): ReactElement {
  const builder = useBuilder();
  const { at } = props;
  return (
    <div className="g-foot">
      <button
        type="button"
        className="btn quiet sm"
        onClick={() => builder.change((tree) => addRule(tree, at), 'focus-new')}
      >
        <Plus size={14} strokeWidth={1.75} aria-hidden className="i" />
        Rule
      </button>
      <button
        type="button"
        className="btn quiet sm"
        onClick={() => builder.change((tree) => nest(tree, at), 'focus-new')}
      >
        <Plus size={14} strokeWidth={1.75} aria-hidden className="i" />
        Nested rules
      </button>
    </div>
  );
}

/** A tree inside a group, indented; a group of several rules has its own edge. */
function NestedLevel(props: { tree: Condition; level: LevelAt; isFirst: boolean }): ReactElement {
  const { tree, level } = props;
  const word = tree.logic === 'OR' ? 'or' : 'and';
  return (
    <section className="nest" aria-label={`Nested rules, ${tree.logic === 'OR' ? 'any' : 'all'} of these`}>
      <div className="g-head">
        {!props.isFirst && <span>and</span>}
        <InlineSelect
          label="How the nested rules are joined"
          value={tree.logic}
          options={[
            { value: 'OR', label: 'any of these' },
            { value: 'AND', label: 'all of these' },
          ]}
          onChange={useSetLogic(level)}
        />
        <People at={{ level: level.slice(0, -1), group: level.at(-1) ?? 0 }} />
      </div>
      {tree.groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has no name but its place
        <NestedGroup key={place} group={group} at={{ level, group: place }} word={place === 0 ? '' : word} />
      ))}
    </section>
  );
}

function useSetLogic(level: LevelAt): (logic: Logic) => void {
  const builder = useBuilder();
  return (logic) => builder.change((tree) => setLogic(tree, level, logic));
}

function NestedGroup(props: { group: Group; at: GroupAt; word: string }): ReactElement {
  const { group, at } = props;
  const isSeveral = group.filters.length + (group.conditions ? 1 : 0) > 1;
  return (
    <div className={isSeveral ? 'nested-group several' : 'nested-group'}>
      {group.filters.map((rule, number) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place
          key={number}
          rule={rule}
          at={{ ...at, rule: number }}
          word={number === 0 ? props.word : 'and'}
          isNested
        />
      ))}
      {group.conditions && (
        <>
          {group.filters.length === 0 && props.word !== '' && <span className="t3 t13">{props.word}</span>}
          <NestedLevel tree={group.conditions} level={[...at.level, at.group]} isFirst={group.filters.length === 0} />
        </>
      )}
      {isSeveral && <GroupFoot at={at} />}
    </div>
  );
}

/** How many match a group as a whole. */
function People(props: { at: GroupAt }): ReactElement | null {
  const count = useBuilder().counts?.[pathOf(props.at)];
  return count === undefined ? (
    <span className="push" />
  ) : (
    <span className="push tab">{countOf(count, 'person', 'people')}</span>
  );
}
