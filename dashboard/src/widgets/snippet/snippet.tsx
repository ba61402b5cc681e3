import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { CopyButton } from '../copy-cell/copy-button.tsx';
import { nextTab } from '../tabs/next-tab.ts';
import './snippet.css';
import { type TokenKind, tokensOf } from './tokens.ts';

export interface SnippetVariant {
  /** The name on the tab: curl, Node, Python, SMTP. */
  language: string;
  code: string;
  /** What is copied when the shown code leaves something out. */
  copied?: string;
}

interface SnippetProps {
  /** What the code does, for the tab list and the copy button. */
  label: string;
  variants: readonly SnippetVariant[];
  /** Values of this project; they are marked in the code. */
  filledValues?: readonly string[];
  /** Buttons beside *Copy*. */
  actions?: ReactNode;
}

const classes: Record<TokenKind, string | undefined> = {
  plain: undefined,
  string: 'tk-s',
  keyword: 'tk-k',
  comment: 'tk-c',
  quiet: 'tk-p',
};

/** Code that runs as it stands, in the reader's language. */
export function Snippet({ label, variants, filledValues = [], actions }: SnippetProps): ReactElement {
  const id = useId();
  const [language, setLanguage] = useState(variants[0]?.language);
  const shown = variants.find((variant) => variant.language === language) ?? variants[0];
  const hasTabs = variants.length > 1;
  const languages = variants.map((variant) => variant.language);

  return (
    <div className="snip">
      <div className="bar">
        {hasTabs ? (
          <div className="languages" role="tablist" aria-label={`${label}: language`}>
            {languages.map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`${id}-${name}`}
                aria-controls={`${id}-code`}
                aria-selected={name === shown?.language}
                tabIndex={name === shown?.language ? 0 : -1}
                onClick={() => setLanguage(name)}
                onKeyDown={(event) => {
                  const next = nextTab(languages, name, event.key);
                  if (next === null) return;
                  event.preventDefault();
                  setLanguage(next);
                  document.getElementById(`${id}-${next}`)?.focus();
                }}
              >
                {name}
              </button>
            ))}
          </div>
        ) : (
          <span className="language">{shown?.language}</span>
        )}
        <span className="acts">
          {actions}
          {shown ? <CopyButton text={shown.copied ?? shown.code} what={label} word="Copy" isQuiet /> : null}
        </span>
      </div>
      <Code
        code={shown?.code ?? ''}
        filledValues={filledValues}
        id={`${id}-code`}
        label={label}
        tabId={hasTabs && shown ? `${id}-${shown.language}` : undefined}
      />
    </div>
  );
}

interface CodeProps {
  code: string;
  filledValues: readonly string[];
  id: string;
  label: string;
  tabId: string | undefined;
}

function Code({ code, filledValues, id, label, tabId }: CodeProps): ReactElement {
  let at = 0;
  const pieces = tokensOf(code, filledValues).map((token) => {
    const key = at;
    at += token.text.length;
    return (
      <span key={key} className={classes[token.kind]}>
        {token.isFilled ? <span className="fill">{token.text}</span> : token.text}
      </span>
    );
  });
  const naming = tabId ? { role: 'tabpanel', 'aria-labelledby': tabId } : { role: 'group', 'aria-label': label };
  return (
    <div
      id={id}
      className="code"
      {...naming}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: code wider than its box must be scrollable by keyboard
      tabIndex={0}
    >
      <pre>
        <code>{pieces}</code>
      </pre>
    </div>
  );
}
