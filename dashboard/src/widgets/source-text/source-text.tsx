import type { ReactElement } from 'react';
import { CopyButton } from '../copy-cell/copy-button.tsx';
import { formatBytes } from '../figures/format.ts';
import './source-text.css';

/** Longer sources are cut on the screen, because a browser that lays out megabytes of text stands still. */
const maxShown = 200_000;

/** A source as it is, with its size and a way to copy all of it. */
export function SourceText({ source, what }: { readonly source: string; readonly what: string }): ReactElement {
  const isCut = source.length > maxShown;
  return (
    <div className="source-text">
      <div className="source-head">
        <span className="t13 t3">{formatBytes(new TextEncoder().encode(source).length)}</span>
        <CopyButton text={source} what={what} word="Copy" isQuiet />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long source must be scrollable by keyboard */}
      <section className="source-scroll" aria-label={what} tabIndex={0}>
        <pre>
          <code>{isCut ? source.slice(0, maxShown) : source}</code>
        </pre>
      </section>
      {isCut && <p className="t13 t3">The rest is left out here. Copy takes all of it.</p>}
    </div>
  );
}
