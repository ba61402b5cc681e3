import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEventNames } from '../../api/workflow-choices.ts';
import { searchIn } from '../../widgets/choice-picker/choice.ts';
import { ChoicePicker } from '../../widgets/choice-picker/choice-picker.tsx';
import { maxPatterns, patternChoices, typedPattern, withPattern } from './event-patterns.ts';

interface PatternPickerProps {
  readonly patterns: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
}

/** The chosen events as words, and a list with all known ones to add from. */
export function PatternPicker({ patterns, onChange }: PatternPickerProps): ReactElement {
  const { data: recorded = [] } = useEventNames();
  return (
    <div className="pattern-picker">
      {patterns.length > 0 && (
        <ul className="patterns" aria-label="Chosen events">
          {patterns.map((pattern) => (
            <li key={pattern} className="pill">
              <span className="mono cut">{pattern}</span>
              <button
                type="button"
                className="iconbtn sm"
                aria-label={`Remove ${pattern}`}
                onClick={() => onChange(patterns.filter((one) => one !== pattern))}
              >
                <X size={14} strokeWidth={1.75} aria-hidden className="i" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ChoicePicker
        label="Add an event"
        placeholder={patterns.length === 0 ? 'Choose events' : 'Add another'}
        value={null}
        search={async (text) =>
          searchIn(patternChoices(recorded), text).filter(({ value }) => !patterns.includes(value))
        }
        free={typedPattern}
        isDisabled={patterns.length >= maxPatterns}
        onChoose={({ value }) => onChange(withPattern(patterns, value))}
      />
    </div>
  );
}
