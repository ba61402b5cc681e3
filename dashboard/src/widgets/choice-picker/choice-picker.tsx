import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { type ReactElement, type ReactNode, use, useState } from 'react';
import { formatCount } from '../figures/format.ts';
import { FieldContext } from '../form/form-context.ts';
import '../popover/popover.css';
import '../menu/menu.css';
import { type Choice, groupsOf, offered } from './choice.ts';
import './choice-picker.css';
import { type Found, type Search, useFound } from './use-found.ts';

export type ChoicePickerProps = {
  /** Says what is chosen, for those who cannot see the place: "Field of rule 2". */
  label: string;
  value: Choice | null;
  onChoose: (choice: Choice) => void;
  search: Search;
  recent?: readonly Choice[] | undefined;
  /** Makes a choice of the typed text, where any text may be chosen. */
  free?: ((text: string) => Choice | null) | undefined;
  placeholder: string;
  /** What is shown when nothing was found. */
  nothingFound?: string | undefined;
  isInvalid?: boolean | undefined;
  isDisabled?: boolean | undefined;
};

/** A button with the chosen thing on it; it opens a list that is searched by typing. */
export function ChoicePicker(props: ChoicePickerProps): ReactElement {
  const field = use(FieldContext);
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const found = useFound(props.search, text, isOpen);
  const choices = offered(found.choices, props.recent ?? [], text, props.free);
  return (
    <Combobox.Root<Choice>
      items={choices}
      filter={null}
      autoHighlight
      disabled={props.isDisabled === true}
      value={props.value}
      isItemEqualToValue={(a, b) => a.value === b.value}
      itemToStringLabel={(choice) => choice.label}
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        if (!open) setText('');
      }}
      inputValue={text}
      onInputValueChange={(next, details) => {
        // Why: after a choice the box would take its label as a new question.
        if (details.reason !== 'item-press') setText(next.slice(0, 200));
      }}
      onValueChange={(choice) => {
        if (choice) props.onChoose(choice);
      }}
    >
      <Combobox.Trigger
        className={props.isInvalid || field?.isInvalid ? 'pick err' : 'pick'}
        id={field?.id}
        aria-label={`${props.label}: ${chosenWords(props.value) ?? props.placeholder}`}
        aria-describedby={field?.describedBy}
        onKeyDown={(event) => {
          // Why: with Ctrl or Cmd, Enter belongs to the form around it.
          if (event.ctrlKey || event.metaKey) event.preventBaseUIHandler();
        }}
      >
        <Chosen choice={props.value} placeholder={props.placeholder} />
        <ChevronDown size={12} strokeWidth={2} aria-hidden className="i" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className="floating" sideOffset={4} align="start" collisionPadding={8}>
          <Combobox.Popup className="popover picker" aria-label={props.label}>
            <Combobox.Input className="input" placeholder="Type to find" aria-label={props.label} maxLength={200} />
            <Combobox.Status className="picker-status t13 t3">
              {statusWords(found, choices.length, props.nothingFound)}
            </Combobox.Status>
            <Combobox.List className="picker-list">
              {groupsOf(choices).map((group) => (
                <Combobox.Group key={group.name ?? ''}>
                  {group.name !== undefined && (
                    <Combobox.GroupLabel className="popover-head">{group.name}</Combobox.GroupLabel>
                  )}
                  {group.choices.map((choice) => (
                    <Combobox.Item key={choice.value} value={choice} className="menu-item">
                      <ChoiceWords choice={choice} />
                    </Combobox.Item>
                  ))}
                </Combobox.Group>
              ))}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** What is read out has to hold what is seen. */
function chosenWords(choice: Choice | null): string | undefined {
  return choice?.kind === undefined ? choice?.label : `${choice.kind} ${choice.label}`;
}

function Chosen(props: { choice: Choice | null; placeholder: string }): ReactElement {
  const { choice } = props;
  if (!choice) return <span className="t3">{props.placeholder}</span>;
  return (
    <>
      {choice.kind !== undefined && <span className="t3">{choice.kind}</span>}
      <b className="cut">{choice.label}</b>
      {choice.count !== undefined && <span className="cnt">{formatCount(choice.count)}</span>}
    </>
  );
}

function ChoiceWords(props: { choice: Choice }): ReactNode {
  const { choice } = props;
  return (
    <>
      <span className="cut">{choice.label}</span>
      {choice.note !== undefined && <span className="t3 t12">{choice.note}</span>}
      {choice.count !== undefined && <span className="n">{formatCount(choice.count)}</span>}
    </>
  );
}

function statusWords(found: Found, shown: number, nothingFound: string | undefined): string {
  if (found.state === 'failed') return 'The list could not be read. Close it and try again.';
  if (shown > 0) return '';
  return found.state === 'searching' ? 'Searching' : (nothingFound ?? 'Nothing found.');
}
